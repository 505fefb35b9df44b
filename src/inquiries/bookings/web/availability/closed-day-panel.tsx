import { useId, useState } from "react";
import { AVAILABILITY_LIMITS, closuresOf } from "#inquiries/bookings/availability.ts";
import { formatDay, isDay } from "#platform/dates.ts";
import { TextField } from "#platform/web/forms/input.tsx";
import { Note } from "#platform/web/ui/note.tsx";
import { AvailabilityChange } from "./availability-change.tsx";
import { useAvailability } from "./availability-queries.ts";

type Props = { announcement: string; until: string };

/** An announcement closes no calendar by itself. */
export function ClosedDayPanel({ announcement, until }: Props) {
  const { data } = useAvailability();
  const id = useId();
  const [typedDay, setDay] = useState<string>();
  const [reason, setReason] = useState("");
  if (!data || !/\bclos(e|ed|es|ing)\b/i.test(announcement)) return null;
  const day = typedDay ?? until;
  const isClosed = closuresOf(data.availability).some(({ from, to }) => from <= day && day <= to);
  return (
    <Note>
      <p className="font-semibold">Visitors can still book on a day that only the announcement calls closed.</p>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <TextField
          id={`${id}-day`}
          label="Closed day"
          hint="Closed all day."
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <TextField
          id={`${id}-reason`}
          label="Reason"
          hint="Visitors see it in the calendar."
          maxLength={AVAILABILITY_LIMITS.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      {isClosed ? (
        <p className="mt-2" role="status">
          The calendar is closed on {formatDay(day, "weekday")}.
        </p>
      ) : (
        <AvailabilityChange
          label="Close the Calendar"
          loaded={data}
          isDisabled={!isDay(day) || reason.trim() === ""}
          change={(present) => ({
            ...present,
            closures: [...present.closures, { from: day, to: day, reason: reason.trim() }],
          })}
        />
      )}
    </Note>
  );
}
