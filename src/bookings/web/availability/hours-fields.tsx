import { capitalized } from "#bookings/availability.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { WEEKDAYS, type Weekday } from "#shell/site-config.ts";
import { type Draft, type DraftDay, fieldId } from "./availability-draft.ts";

const MONDAY_FIRST: readonly Weekday[] = [...WEEKDAYS.slice(1), "sunday"];

type Props = { days: Draft["days"]; problems: Record<string, string>; onChange: (days: Draft["days"]) => void };

/** A line for each weekday: open or not, and from when to when. */
export function HoursFields({ days, problems, onChange }: Props) {
  return (
    <ul className="grid gap-2">
      {MONDAY_FIRST.map((name) => (
        <DayLine
          key={name}
          name={name}
          day={days[name]}
          problems={problems}
          onChange={(day) => onChange({ ...days, [name]: day })}
        />
      ))}
    </ul>
  );
}

type LineProps = { name: Weekday; day: DraftDay; problems: Props["problems"]; onChange: (day: DraftDay) => void };

function DayLine({ name, day, problems, onChange }: LineProps) {
  const title = capitalized(name);
  const openId = fieldId(`hours.${name}`);
  return (
    <li className="field min-h-12 items-center gap-x-4 gap-y-1 sm:grid-cols-[--spacing(40)_minmax(0,1fr)] sm:[&>.field-error]:col-start-2">
      <span className="choice items-center">
        <input
          id={openId}
          type="checkbox"
          className="check"
          checked={day.isOpen}
          onChange={(event) => onChange({ ...day, isOpen: event.target.checked })}
        />
        <label htmlFor={openId} className="cursor-pointer font-semibold">
          {title}
        </label>
      </span>
      {day.isOpen ? (
        <span className="flex flex-wrap items-center gap-2 sm:gap-x-3">
          <TimeInput
            path={`hours.${name}.opens`}
            label={`${title} from`}
            value={day.opens}
            problems={problems}
            onChange={(opens) => onChange({ ...day, opens })}
          />
          {/* Where both do not fit beside each other, the word goes with the time it belongs to. */}
          <span className="flex items-center gap-2 sm:gap-x-3">
            <span aria-hidden="true">to</span>
            <TimeInput
              path={`hours.${name}.closes`}
              label={`${title} to`}
              value={day.closes}
              problems={problems}
              onChange={(closes) => onChange({ ...day, closes })}
            />
          </span>
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {(["opens", "closes"] as const).map((end) => (
        <FieldError key={end} id={`${fieldId(`hours.${name}.${end}`)}-error`}>
          {problems[`hours.${name}.${end}`]}
        </FieldError>
      ))}
    </li>
  );
}

type TimeProps = {
  path: string;
  label: string;
  value: string;
  problems: Props["problems"];
  onChange: (time: string) => void;
};

function TimeInput({ path, label, value, problems, onChange }: TimeProps) {
  const id = fieldId(path);
  return (
    <Input
      id={id}
      type="time"
      className="w-33 px-2 text-(length:--text-label) sm:w-38 sm:px-3.5 sm:text-(length:--text-body)"
      aria-label={label}
      aria-invalid={problems[path] ? true : undefined}
      aria-describedby={problems[path] && `${id}-error`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
