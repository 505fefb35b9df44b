import { useMemo } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router";
import { WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { zoneNames } from "#platform/dates.ts";
import { FieldError } from "#platform/web/forms/field.tsx";
import { Input } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import { useDesk } from "../desk-context.ts";
import { FieldGroup } from "../fields/fields.tsx";

const MONDAY_FIRST: readonly Weekday[] = [...WEEKDAYS.slice(1), "sunday"];

const US_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
];

export function HoursSection() {
  const { field, saved } = useDesk();
  const zones = useMemo(() => zoneOptions(saved.timeZone), [saved.timeZone]);
  return (
    <>
      <FieldGroup title="Time zone">
        <SelectField
          {...field("timeZone")}
          label="Time zone"
          hint="Every meeting is at this time, wherever the visitor is. A change moves no meeting: you see those it touches before you publish."
          options={zones}
          className="sm:max-w-md"
        />
      </FieldGroup>
      <FieldGroup
        title="Hours"
        text={
          <>
            The hours in which you answer the phone. Times for meetings are set under{" "}
            <Link to="/admin/availability" className="link">
              Availability
            </Link>
            .
          </>
        }
      >
        <ul className="grid gap-2">
          {MONDAY_FIRST.map((day) => (
            <DayLine key={day} day={day} />
          ))}
        </ul>
      </FieldGroup>
    </>
  );
}

/** US zones begin with their common names, so that typing finds them. */
function zoneOptions(present: string): [string, string][] {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => !US_ZONES.includes(zone));
  const all = [...US_ZONES.map(named), ...others.map((zone): [string, string] => [zone, spaced(zone)])];
  return all.some(([zone]) => zone === present) ? all : [named(present), ...all];
}

function named(zone: string): [string, string] {
  return [zone, `${zoneNames(zone).name} (${spaced(zone)})`];
}

function spaced(zone: string): string {
  return zone.replaceAll("_", " ");
}

function DayLine({ day }: { day: Weekday }) {
  const { form, field, wiringOf } = useDesk();
  const isOpen = useWatch({ control: form.control, name: `businessHours.${day}.isOpen` });
  const title = day.charAt(0).toUpperCase() + day.slice(1);
  const { error: _, ...open } = field(`businessHours.${day}.isOpen`);
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
          <TimeInput day={day} end="opens" label={`${title} from`} />
          {/* If both do not fit side by side, the word wraps together with its time. */}
          <span className="flex items-center gap-2 sm:gap-x-3">
            <span aria-hidden="true">to</span>
            <TimeInput day={day} end="closes" label={`${title} to`} />
          </span>
        </span>
      ) : (
        <span className="text-muted">Closed</span>
      )}
      {isOpen &&
        (["opens", "closes"] as const).map((end) => {
          const { id, error } = wiringOf(`businessHours.${day}.${end}`);
          return (
            <FieldError key={end} id={`${id}-error`}>
              {error}
            </FieldError>
          );
        })}
    </li>
  );
}

function TimeInput({ day, end, label }: { day: Weekday; end: "opens" | "closes"; label: string }) {
  const { id, error, ...time } = useDesk().field(`businessHours.${day}.${end}`);
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
