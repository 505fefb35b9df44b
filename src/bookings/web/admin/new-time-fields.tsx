import { type Control, useController } from "react-hook-form";
import type { AdminBooking, StatusChange } from "#bookings/admin.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { timeZone } from "#site";
import { useFreeSlots, useOpenDays } from "./admin-queries.ts";

type Props = {
  booking: AdminBooking;
  form: { control: Control<StatusChange> };
};

/** The same days and times that visitors are offered. */
export function NewTimeFields({ booking, form: { control } }: Props) {
  const { field: day } = useController({ control, name: "meetingDate", defaultValue: "" });
  const { field: time } = useController({ control, name: "meetingTime", defaultValue: "" });
  const { value: date = "" } = day;
  const days = useOpenDays(booking.meetingType);
  const slots = useFreeSlots(date, booking.meetingType);
  const open = days.data?.days.filter(({ state }) => state === "open") ?? [];
  const free = date ? (slots.data?.slots ?? []) : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field id="new-date" label="New date" optional hint={`Times are ${zoneNames(timeZone).name}.`}>
        {(wiring) => (
          <Select
            {...wiring}
            emptyLabel={days.isPending ? "Loading days..." : `Keep ${formatDay(booking.meetingDate, "short")}`}
            options={open.map(({ date: openDay, available }) => [
              openDay,
              `${formatDay(openDay, "weekday")} · ${timesText(available)}`,
            ])}
            value={date}
            onChange={(event) => {
              day.onChange(event);
              time.onChange("");
            }}
          />
        )}
      </Field>
      <Field id="new-time" label="New time" hint={timeHint(date, slots.isPending, free.length)}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={!date}
            emptyLabel={date ? "Choose a time" : `Keep ${booking.meetingTime}`}
            options={free.map((label) => [label, label])}
            value={time.value && free.includes(time.value) ? time.value : ""}
            onChange={time.onChange}
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
