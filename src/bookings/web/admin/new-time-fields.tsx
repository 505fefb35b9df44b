import { type UseFormReturn, useWatch } from "react-hook-form";
import type { AdminBooking, StatusChange } from "#bookings/admin.ts";
import { timeZone } from "#company/facts.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { Field } from "#platform/web/forms/field.tsx";
import { Select } from "#platform/web/forms/select.tsx";
import { useFreeSlots, useOpenDays } from "./admin-queries.ts";

type Props = {
  booking: AdminBooking;
  form: Pick<UseFormReturn<StatusChange>, "control" | "setValue">;
};

/** The same days and times that visitors are offered. */
export function NewTimeFields({ booking, form: { control, setValue } }: Props) {
  const [date = "", time = ""] = useWatch({ control, name: ["meetingDate", "meetingTime"] });
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
              setValue("meetingDate", event.target.value, { shouldDirty: true });
              setValue("meetingTime", "", { shouldDirty: true });
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
            value={free.includes(time) ? time : ""}
            onChange={(event) => setValue("meetingTime", event.target.value, { shouldDirty: true })}
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
