import type { AdminBooking } from "#bookings/admin.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { timeZone } from "#site";
import { useFreeSlots, useOpenDays } from "./admin-queries.ts";

type NewTime = { date: string; time: string };

type Props = {
  booking: AdminBooking;
  value: NewTime;
  onChange: (value: NewTime) => void;
};

/** Where a rescheduled meeting moves: the same days and times that visitors are offered. */
export function NewTimeFields({ booking, value, onChange }: Props) {
  const days = useOpenDays(booking.meetingType);
  const slots = useFreeSlots(value.date, booking.meetingType);
  const open = days.data?.days.filter(({ state }) => state === "open") ?? [];
  const free = value.date ? (slots.data?.slots ?? []) : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="new-date" label="New date" optional hint={`Times are ${zoneNames(timeZone).name}.`}>
        {(wiring) => (
          <Select
            {...wiring}
            emptyLabel={days.isPending ? "Loading days..." : `Keep ${formatDay(booking.meetingDate, "short")}`}
            options={open.map(({ date, available }) => [
              date,
              `${formatDay(date, "weekday")} · ${timesText(available)}`,
            ])}
            value={value.date}
            onChange={(event) => onChange({ date: event.target.value, time: "" })}
          />
        )}
      </Field>
      <Field id="new-time" label="New time" hint={timeHint(value.date, slots.isPending, free.length)}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={!value.date}
            emptyLabel={value.date ? "Choose a time" : `Keep ${booking.meetingTime}`}
            options={free.map((label) => [label, label])}
            value={free.includes(value.time) ? value.time : ""}
            onChange={(event) => onChange({ ...value, time: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}

function timesText(available: number): string {
  return available === 1 ? "1 time" : `${available} times`;
}

function timeHint(date: string, isPending: boolean, free: number): string {
  if (!date) return "Choose a date first.";
  if (isPending) return "Loading times...";
  return free > 0 ? `${timesText(free)} free.` : "No available time slots for this date.";
}
