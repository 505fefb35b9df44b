// The eleven US federal holidays: 5 U.S.C. 6103(a). A holiday on a Saturday is observed on the Friday before, 6103(b); one
// on a Sunday on the Monday after, Executive Order 11582.
import { addDays, weekdayOf } from "#platform/dates.ts";

/** `date` is the observed day, `legalDate` the day the law names. */
export type Holiday = { name: string; date: string; legalDate: string };

/** In the year's order. New Year's Day may be observed on the last day of the year before. */
export function federalHolidays(year: number): Holiday[] {
  return (
    [
      ["New Year’s Day", `${year}-01-01`],
      ["Birthday of Martin Luther King, Jr.", nth(3, MONDAY, `${year}-01`)],
      ["Washington’s Birthday", nth(3, MONDAY, `${year}-02`)],
      ["Memorial Day", addDays(nth(1, MONDAY, `${year}-06`), -7)],
      ["Juneteenth National Independence Day", `${year}-06-19`],
      ["Independence Day", `${year}-07-04`],
      ["Labor Day", nth(1, MONDAY, `${year}-09`)],
      ["Columbus Day", nth(2, MONDAY, `${year}-10`)],
      ["Veterans Day", `${year}-11-11`],
      ["Thanksgiving Day", nth(4, THURSDAY, `${year}-11`)],
      ["Christmas Day", `${year}-12-25`],
    ] as const
  ).map(([name, legalDate]) => ({ name, legalDate, date: observed(legalDate) }));
}

export type HolidayClosure = { date: string; reason: string };

/** A holiday on a weekend also closes its legal date, because some companies work on Saturdays. */
export function holidayClosures(year: number): HolidayClosure[] {
  return federalHolidays(year)
    .flatMap(({ name, date, legalDate }) =>
      date === legalDate
        ? [{ date, reason: name }]
        : [
            { date, reason: `${name} (observed)` },
            { date: legalDate, reason: name },
          ],
    )
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

function nth(count: number, weekday: number, month: string): string {
  const first = `${month}-01`;
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1));
}

function observed(date: string): string {
  const weekday = weekdayOf(date);
  if (weekday === SATURDAY) return addDays(date, -1);
  return weekday === SUNDAY ? addDays(date, 1) : date;
}
