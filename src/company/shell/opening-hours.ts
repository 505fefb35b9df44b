import { type BusinessHours, WEEKDAYS, type Weekday } from "#company/facts/choices.ts";
import { addDays, formatTime, timeOf, wallClock, weekdayOf } from "#platform/dates.ts";
import type { ClosuresAnswer } from "./closures.ts";

export function weeklyHours(hours: BusinessHours): { days: string; hours: string }[] {
  const lines: { first: Weekday; last: Weekday; hours: string }[] = [];
  for (const day of [...WEEKDAYS.slice(1), WEEKDAYS[0]]) {
    const text = hoursLabel(hours, day);
    const line = lines.at(-1);
    if (line?.hours === text) line.last = day;
    else lines.push({ first: day, last: day, hours: text });
  }
  return lines.map(({ first, last, hours: text }) => ({
    days: first === last ? shortDay(first) : `${shortDay(first)}-${shortDay(last)}`,
    hours: text,
  }));
}

export const CLOSURES_PATH = "/api/closures";

export type Closures = Readonly<ClosuresAnswer["closures"]>;

export type Opening = { open: true; until: string } | { open: false; opens: string };

export function openingAt(now: Date, zone: { hours: BusinessHours; timeZone: string; closures: Closures }): Opening {
  const { day: today, minutes } = wallClock(now, zone.timeZone);
  const time = timeOf(minutes);
  for (let ahead = 0; ahead <= 14; ahead += 1) {
    const day = addDays(today, ahead);
    const weekday = WEEKDAYS[weekdayOf(day)] ?? "sunday";
    const hours = zone.hours[weekday];
    if (!hours || isClosedOn(zone.closures, day) || (ahead === 0 && time >= hours.closes)) continue;
    if (ahead === 0 && time >= hours.opens) return { open: true, until: formatTime(hours.closes) };
    const when = ["today", "tomorrow"][ahead] ?? shortDay(weekday);
    return { open: false, opens: `${when} ${formatTime(hours.opens)}` };
  }
  return { open: false, opens: "" };
}

export function isClosedOn(closures: Closures, day: string): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to);
}

function hoursLabel(hours: BusinessHours, day: Weekday): string {
  const opening = hours[day];
  return opening ? `${formatTime(opening.opens)}-${formatTime(opening.closes)}` : "closed";
}

function shortDay(day: Weekday): string {
  return `${day.charAt(0).toUpperCase()}${day.slice(1, 3)}`;
}
