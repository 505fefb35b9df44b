import { type BusinessHours, WEEKDAYS } from "#company/facts/choices.ts";
import { type Closures, isClosedOn } from "#company/shell/opening-hours.ts";
import { addDays, instantOf, minutesOf, wallClock, weekdayOf } from "#platform/dates.ts";

export type BusinessCalendar = {
  timeZone: string;
  hours: BusinessHours;
  closures: Closures;
};

const MAX_CLOSED_DAYS = 400;

type Opening = readonly [opens: number, closes: number];

/** Computing instants is slow, and ages are needed often, so they are cached. */
const known = new WeakMap<BusinessCalendar, Map<string, Opening | undefined>>();

export function businessTimeBetween(from: Date, to: Date, calendar: BusinessCalendar): number {
  const [start, end] = [from.getTime(), to.getTime()];
  const lastDay = wallClock(to, calendar.timeZone).day;
  let total = 0;
  for (let day = wallClock(from, calendar.timeZone).day; day <= lastDay; day = addDays(day, 1)) {
    const opening = openingOf(day, calendar);
    if (opening) total += Math.max(0, Math.min(end, opening[1]) - Math.max(start, opening[0]));
  }
  return total;
}

/** Returns undefined if that many milliseconds of opening hours never pass. */
export function afterBusinessTime(from: Date, duration: number, calendar: BusinessCalendar): Date | undefined {
  const start = from.getTime();
  let left = duration;
  let closedDays = 0;
  for (let day = wallClock(from, calendar.timeZone).day; closedDays <= MAX_CLOSED_DAYS; day = addDays(day, 1)) {
    const opening = openingOf(day, calendar);
    closedDays = opening ? 0 : closedDays + 1;
    if (!opening || opening[1] <= start) continue;
    const begins = Math.max(start, opening[0]);
    if (begins + left <= opening[1]) return new Date(begins + left);
    left -= opening[1] - begins;
  }
  return undefined;
}

export function openingOf(day: string, calendar: BusinessCalendar): Opening | undefined {
  const days = known.get(calendar) ?? new Map<string, Opening | undefined>();
  known.set(calendar, days);
  if (!days.has(day)) days.set(day, readOpening(day, calendar));
  return days.get(day);
}

function readOpening(day: string, { timeZone, hours, closures }: BusinessCalendar): Opening | undefined {
  const opening = hours[WEEKDAYS[weekdayOf(day)] ?? "sunday"];
  if (!opening || isClosedOn(closures, day)) return undefined;
  const at = (time: string) => instantOf(day, minutesOf(time), timeZone).getTime();
  const [opens, closes] = [at(opening.opens), at(opening.closes)];
  return closes > opens ? [opens, closes] : undefined;
}
