import { useWatch } from "react-hook-form";
import type { Weekday } from "#company/facts/choices.ts";
import { capitalized } from "#inquiries/bookings/availability.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { type ErrorOf, fieldId, type InputForm, MONDAY_FIRST } from "./availability-input.ts";

type Props = { form: InputForm; errorOf: ErrorOf };

export function HoursFields(props: Props) {
  return (
    <ul className="grid gap-2">
      {MONDAY_FIRST.map((day) => (
        <DayLine key={day} day={day} {...props} />
      ))}
    </ul>
  );
}

function DayLine({ day, form, errorOf }: Props & { day: Weekday }) {
  const isOpen = useWatch({ control: form.control, name: `hours.${day}.isOpen` });
  const title = capitalized(day);
  const openId = fieldId(`hours.${day}`);
  return (
    <li className="field min-h-12 items-center gap-x-4 gap-y-1 sm:grid-cols-[--spacing(40)_minmax(0,1fr)] sm:[&>.field-error]:col-start-2">
      <span className="choice items-center">
        <input {...form.register(`hours.${day}.isOpen`)} id={openId} type="checkbox" className="check" />
        <label htmlFor={openId} className="cursor-pointer font-semibold">
          {title}
        </label>
      </span>
      {isOpen ? (
        <span className="flex flex-wrap items-center gap-2 sm:gap-x-3">
          <TimeInput path={`hours.${day}.opens`} label={`${title} from`} form={form} errorOf={errorOf} />
          {/* If both do not fit side by side, the word wraps together with its time. */}
          <span className="flex items-center gap-2 sm:gap-x-3">
            <span aria-hidden="true">to</span>
            <TimeInput path={`hours.${day}.closes`} label={`${title} to`} form={form} errorOf={errorOf} />
          </span>
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {isOpen &&
        (["opens", "closes"] as const).map((end) => (
          <FieldError key={end} id={`${fieldId(`hours.${day}.${end}`)}-error`}>
            {errorOf(`hours.${day}.${end}`)}
          </FieldError>
        ))}
    </li>
  );
}

type TimeProps = Props & { path: `hours.${Weekday}.${"opens" | "closes"}`; label: string };

function TimeInput({ path, label, form, errorOf }: TimeProps) {
  const id = fieldId(path);
  const error = errorOf(path);
  return (
    <Input
      {...form.register(path)}
      id={id}
      type="time"
      className="w-33 px-2 text-(length:--text-label) sm:w-38 sm:px-3.5 sm:text-(length:--text-body)"
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    />
  );
}
