// Keyboard navigation follows the ARIA date grid pattern, limited to the months on offer.
import { addDays, weekdayOf } from "#platform/dates.ts";

export type Bounds = { first: string; last: string };

/** Undefined for keys that do not navigate. */
export function dayAfterKey(key: string, day: string, bounds: Bounds): string | undefined {
  const target = targetOf(key, day);
  if (target === undefined) return undefined;
  if (target < bounds.first) return bounds.first;
  return target > bounds.last ? bounds.last : target;
}

/** yyyy-MM. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, "0")}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export function lastDayOf(month: string): string {
  return addDays(`${addMonths(month, 1)}-01`, -1);
}

/** Sunday first. Cells of other months are undefined. */
export function weeksOf(month: string): (string | undefined)[][] {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const weeks: (string | undefined)[][] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday <= last; sunday = addDays(sunday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, weekday) => {
        const day = addDays(sunday, weekday);
        return monthOf(day) === month ? day : undefined;
      }),
    );
  return weeks;
}

function targetOf(key: string, day: string): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekdayOf(day));
    case "End":
      return addDays(day, 6 - weekdayOf(day));
    case "PageUp":
      return sameDateIn(addMonths(monthOf(day), -1), day);
    case "PageDown":
      return sameDateIn(addMonths(monthOf(day), 1), day);
    default:
      return undefined;
  }
}

function sameDateIn(month: string, day: string): string {
  const wanted = `${month}-${day.slice(8)}`;
  const last = lastDayOf(month);
  return wanted > last ? last : wanted;
}
