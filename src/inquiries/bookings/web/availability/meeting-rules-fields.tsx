import { AVAILABILITY_LIMITS } from "#inquiries/bookings/availability.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { SelectField } from "#platform/web/forms/select.tsx";
import type { FieldsProps, NumberName } from "./availability-input.ts";

type Spec = { name: NumberName; label: string; hint: string; choices?: readonly number[] };

const FIELDS: readonly Spec[] = [
  {
    name: "slotMinutes",
    label: "Length of a meeting",
    hint: "A new time begins every so often, from opening on.",
    choices: [15, 20, 30, 45, 60, 90, 120],
  },
  { name: "capacityPerSlot", label: "Meetings at the same time", hint: "How many people hold meetings." },
  {
    name: "minimumNoticeMinutes",
    label: "Minimum notice",
    hint: "How long before it begins a meeting can still be booked.",
    choices: [0, 30, 60, 120, 240, 480, 1_440, 2_880, 4_320, 10_080],
  },
  { name: "horizonDays", label: "Days ahead", hint: "How far the calendar is open." },
  {
    name: "bufferMinutes",
    label: "Buffer around meetings in person",
    hint: "For the way there and back. Kept free before and after.",
    choices: [0, 15, 30, 45, 60, 90, 120],
  },
];

export function MeetingRulesFields({ form, field }: FieldsProps) {
  return (
    <div className="grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {FIELDS.map(({ name, choices, ...texts }) =>
        choices ? (
          <SelectField key={name} {...field(name)} {...texts} options={optionsOf(choices, form.getValues(name))} />
        ) : (
          <TextField
            key={name}
            {...field(name)}
            {...texts}
            type="number"
            inputMode="numeric"
            min={AVAILABILITY_LIMITS[name].least}
            max={AVAILABILITY_LIMITS[name].most}
          />
        ),
      )}
    </div>
  );
}

/** The stored value is always a choice, because it may have been set through the API. */
function optionsOf(choices: readonly number[], present: string): [string, string][] {
  const all = new Set([...choices, Number(present)]);
  return [...all].sort((one, other) => one - other).map((minutes) => [String(minutes), durationText(minutes)]);
}

function durationText(minutes: number): string {
  if (minutes === 0) return "None";
  const [count, unit] =
    minutes % 1_440 === 0
      ? [minutes / 1_440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
