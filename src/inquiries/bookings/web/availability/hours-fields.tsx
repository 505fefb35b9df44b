import { useWatch } from "react-hook-form";
import type { Weekday } from "#company/facts/choices.ts";
import { capitalized } from "#inquiries/bookings/availability.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";
import { type FieldsProps, MONDAY_FIRST } from "./availability-input.ts";

export function HoursFields(props: FieldsProps) {
  return (
    <ul className="grid gap-2">
      {MONDAY_FIRST.map((day) => (
        <DayLine key={day} day={day} {...props} />
      ))}
    </ul>
  );
}

function DayLine({ day, form, field, wiringOf }: FieldsProps & { day: Weekday }) {
  const isOpen = useWatch({ control: form.control, name: `hours.${day}.isOpen` });
  const title = capitalized(day);
  const { error: _, ...open } = field(`hours.${day}.isOpen`);
  return (
    <li className="field min-h-12 items-center gap-x-4 gap-y-1 sm:grid-cols-[--spacing(40)_minmax(0,1fr)] sm:[&>.field-error]:col-start-2">
      <span className="choice items-center">
        <input {...open} type="checkbox" className="check" />
        <label htmlFor={open.id} className="cursor-pointer font-semibold">
          {title}
        </label>
      </span>
      {isOpen ? (
        <span className="flex flex-wrap items-center gap-2 sm:gap-x-3">
          <TimeInput {...field(`hours.${day}.opens`)} label={`${title} from`} />
          {/* If both do not fit side by side, the word wraps together with its time. */}
          <span className="flex items-center gap-2 sm:gap-x-3">
            <span aria-hidden="true">to</span>
            <TimeInput {...field(`hours.${day}.closes`)} label={`${title} to`} />
          </span>
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {isOpen &&
        (["opens", "closes"] as const).map((end) => {
          const { id, error } = wiringOf(`hours.${day}.${end}`);
          return (
            <FieldError key={end} id={`${id}-error`}>
              {error}
            </FieldError>
          );
        })}
    </li>
  );
}

function TimeInput({ id, error, label, ...time }: FieldBinding & { label: string }) {
  return (
    <Input
      {...time}
      id={id}
      type="time"
      className="w-33 px-2 text-(length:--text-label) sm:w-38 sm:px-3.5 sm:text-(length:--text-body)"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    />
  );
}
