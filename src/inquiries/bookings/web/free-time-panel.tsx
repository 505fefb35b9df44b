import { useQuery } from "@tanstack/react-query";
import { useFacts } from "#company/facts/web/use-facts.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import type { OpenDays, OpenSlots } from "#inquiries/bookings/open-times.ts";
import { formatDay, zoneNames } from "#platform/dates.ts";
import { callApi } from "#platform/web/api.ts";
import { SelectField } from "#platform/web/forms/select.tsx";
import { bookingKeys } from "./query-keys.ts";

type Choice = { id: string; label: string; emptyLabel: string; error?: string | undefined };

type Props = {
  meetingType: MeetingType;
  date: string;
  time: string;
  day: Choice & { optional?: boolean };
  slot: Choice;
  /** A new day resets the time to "". */
  onChoose: (chosen: { date: string; time: string }) => void;
};

/** Staff get the same days and times as visitors. */
export function FreeTimeFields({ meetingType, date, time, day, slot, onChoose }: Props) {
  const { timeZone } = useFacts();
  const days = useOpenDays(meetingType);
  const slots = useFreeSlots(date, meetingType);
  const open = days.data?.days.filter(({ state }) => state === "open") ?? [];
  const free = date ? (slots.data?.slots ?? []) : [];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        id={day.id}
        label={day.label}
        optional={day.optional ?? false}
        hint={`Times are ${zoneNames(timeZone).name}.`}
        error={day.error}
        emptyLabel={days.isPending ? "Loading days..." : day.emptyLabel}
        options={open.map(({ date: openDay, available }) => [
          openDay,
          `${formatDay(openDay, "weekday")} · ${timesText(available)}`,
        ])}
        value={date}
        onChange={(event) => onChoose({ date: event.target.value, time: "" })}
      />
      <SelectField
        id={slot.id}
        label={slot.label}
        hint={timeHint(date, slots.isPending, free.length)}
        error={slot.error}
        disabled={!date}
        emptyLabel={date ? "Choose a time" : slot.emptyLabel}
        options={free.map((label) => [label, label])}
        value={free.includes(time) ? time : ""}
        onChange={(event) => onChoose({ date, time: event.target.value })}
      />
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

function useOpenDays(meetingType: MeetingType) {
  return useQuery({
    queryKey: bookingKeys.openDays(meetingType),
    queryFn: ({ signal }) => callApi<OpenDays>(`/api/bookings/available-days?meetingType=${meetingType}`, { signal }),
    meta: { fallback: "Failed to load available time slots" },
  });
}

function useFreeSlots(date: string, meetingType: MeetingType) {
  const query = `date=${date}&meetingType=${meetingType}`;
  return useQuery({
    queryKey: bookingKeys.openSlots(date, meetingType),
    queryFn: ({ signal }) => callApi<OpenSlots>(`/api/bookings/available-slots?${query}`, { signal }),
    enabled: date !== "",
    meta: { fallback: "Failed to load available time slots" },
  });
}
