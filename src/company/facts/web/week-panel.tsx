import { capitalized, WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import type { FieldBinding } from "#platform/web/forms/use-fields.ts";

const MONDAY_FIRST: readonly Weekday[] = [...WEEKDAYS.slice(1), "sunday"];

type Bind = { bind: (day: Weekday, key: "isOpen" | "opens" | "closes") => FieldBinding };
type Props = Bind & { week: Record<Weekday, { isOpen: boolean }> };

/** The hours of each day of a week, as typed-week.ts keeps them. */
export function WeekPanel({ week, bind }: Props) {
  return (
    <ul className="grid gap-2">
      {MONDAY_FIRST.map((day) => (
        <DayLine key={day} day={day} isOpen={week[day].isOpen} bind={bind} />
      ))}
    </ul>
  );
}

function DayLine({ day, isOpen, bind }: Bind & { day: Weekday; isOpen: boolean }) {
  const title = capitalized(day);
  const { error: _, ...open } = bind(day, "isOpen");
  const times = isOpen && { opens: bind(day, "opens"), closes: bind(day, "closes") };
  return (
    <li className="field min-h-12 items-center gap-x-4 gap-y-1 sm:grid-cols-[--spacing(40)_minmax(0,1fr)] sm:[&>.field-error]:col-start-2">
      <span className="choice items-center">
        <input {...open} type="checkbox" className="check" />
        <label htmlFor={open.id} className="cursor-pointer font-semibold">
          {title}
        </label>
      </span>
      {times ? (
        <span className="flex flex-wrap items-center gap-2 sm:gap-x-3">
          <TimeInput {...times.opens} label={`${title} from`} />
          {/* If both do not fit side by side, the word wraps together with its time. */}
          <span className="flex items-center gap-2 sm:gap-x-3">
            <span aria-hidden="true">to</span>
            <TimeInput {...times.closes} label={`${title} to`} />
          </span>
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {times &&
        Object.values(times).map(({ id, error }) => (
          <FieldError key={id} id={`${id}-error`}>
            {error}
          </FieldError>
        ))}
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
