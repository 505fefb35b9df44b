import type { DayAvailability } from "#inquiries/bookings/open-times.ts";
import { addDays, formatDay } from "#platform/dates.ts";

export function findDay(days: readonly DayAvailability[], date: string): DayAvailability | undefined {
  return days.find((day) => day.date === date);
}

/** "Sunday, November 22, 2026, closed on Sundays". */
export function dayName(
  date: string,
  day: DayAvailability | undefined,
  { isPast, isToday }: { isPast: boolean; isToday: boolean },
): string {
  return [formatDay(date, "full"), isToday && "today", dayReason(day, isPast)].filter(Boolean).join(", ");
}

export function dayReason(day: DayAvailability | undefined, isPast: boolean): string {
  if (!day) return isPast ? "in the past" : "not open for booking yet";
  switch (day.state) {
    case "open":
      return `${timesOf(day.available)} available`;
    case "full":
      return "fully booked";
    case "closed":
      return day.reason ?? "closed";
    case "past":
      return "no times left";
  }
}

const CLOSED = "closed: ";

/** "Sunday, November 22: closed on Sundays. Please choose an open day." */
export function refusal(days: readonly DayAvailability[], date: string): string {
  const reason = dayReason(findDay(days, date), date < (days[0]?.date ?? ""));
  return `${formatDay(date, "spoken")}${reason.startsWith(CLOSED) ? " is" : ":"} ${reason}. Please choose an open day.`;
}

export type ClosedDays = { from: string; to: string; reason: string };

/** Regularly closed weekdays are left out. Neighbours with the same reason form a range. */
export function closedDaysIn(days: readonly DayAvailability[], month: string): ClosedDays[] {
  const ranges: ClosedDays[] = [];
  for (const { date, reason } of days) {
    if (!date.startsWith(month) || !reason?.startsWith(CLOSED)) continue;
    const last = ranges.at(-1);
    const words = reason.slice(CLOSED.length);
    if (last?.reason === words && addDays(last.to, 1) === date) last.to = date;
    else ranges.push({ from: date, to: date, reason: words });
  }
  return ranges;
}

export function timesOf(count: number): string {
  return count === 1 ? "1 time" : `${count} times`;
}

/** Falls back to the first open day of all. */
export function nextOpenDay(days: readonly DayAvailability[], after: string | undefined): string | undefined {
  const open = days.filter(({ state }) => state === "open").map(({ date }) => date);
  return open.find((date) => after === undefined || date > after) ?? open[0];
}
