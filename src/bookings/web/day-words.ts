import type { DayAvailability } from "#bookings/slots.ts";
import { formatDay } from "#platform/dates.ts";

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

/** What can be had on a day, or why nothing can. */
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

export function timesOf(count: number): string {
  return count === 1 ? "1 time" : `${count} times`;
}

/** The first open day after a date; the first of all where there is none after it. */
export function nextOpenDay(days: readonly DayAvailability[], after: string | undefined): string | undefined {
  const open = days.filter(({ state }) => state === "open").map(({ date }) => date);
  return open.find((date) => after === undefined || date > after) ?? open[0];
}
