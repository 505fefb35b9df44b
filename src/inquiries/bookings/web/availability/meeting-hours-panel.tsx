import type { ReactNode } from "react";
import { capitalized, WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { formatTime } from "#platform/dates.ts";
import { Note } from "#platform/web/ui/note.tsx";
import { AvailabilityChange } from "./availability-change.tsx";
import { useAvailability } from "./availability-queries.ts";

type Hours = { opens: string; closes: string } | undefined;
type Week = { [Day in Weekday]?: Hours };
type Props = { phone: Week; meetings: Week; children: ReactNode };

/** At the hours of the phone: where those of meetings are others. */
export function MeetingHoursPanel({ phone }: Pick<Props, "phone">) {
  const { data } = useAvailability();
  if (!data) return null;
  return (
    <HoursDifference phone={phone} meetings={data.availability.hours}>
      <AvailabilityChange
        label="Use These Hours for Meetings"
        loaded={data}
        change={(present) => ({ ...present, hours: phone })}
      />
    </HoursDifference>
  );
}

export function HoursDifference({ phone, meetings, children }: Props) {
  const isTyped = (hours: Hours) => !hours || (hours.opens !== "" && hours.closes !== "");
  const days = WEEKDAYS.filter(
    (day) => isTyped(phone[day]) && isTyped(meetings[day]) && textOf(phone[day]) !== textOf(meetings[day]),
  );
  if (days.length === 0) return null;
  return (
    <Note>
      <p className="font-semibold">The hours of the phone and of meetings differ:</p>
      <ul className="mt-1 list-disc pl-5">
        {days.map((day) => (
          <li key={day}>
            {capitalized(day)}: phone {textOf(phone[day])}, meetings {textOf(meetings[day])}
          </li>
        ))}
      </ul>
      {children}
    </Note>
  );
}

function textOf(hours: Hours): string {
  return hours ? `${formatTime(hours.opens)} to ${formatTime(hours.closes)}` : "closed";
}
