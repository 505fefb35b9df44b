import type { ClosuresAnswer } from "./closures.ts";
import { type BusinessHours, WEEKDAYS, type Weekday } from "./site-config.ts";

const MONDAY_FIRST = [...WEEKDAYS.slice(1), WEEKDAYS[0]];

/** "09:00" → "9:00 AM" */
export function clockLabel(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** From Monday on. Neighbouring days with the same hours share a line: Mon-Fri, Sat, Sun. */
export function weeklyHours(hours: BusinessHours): { days: string; hours: string }[] {
  const lines: { first: Weekday; last: Weekday; hours: string }[] = [];
  for (const day of MONDAY_FIRST) {
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
  const { date, time } = wallClock(now, zone.timeZone);
  for (let ahead = 0; ahead <= 14; ahead += 1) {
    const day = addDays(date, ahead);
    const weekday = WEEKDAYS[day.getUTCDay()] ?? "sunday";
    const hours = zone.hours[weekday];
    const isClosed = isClosedOn(zone.closures, day.toISOString().slice(0, 10));
    if (!hours || isClosed || (ahead === 0 && time >= hours.closes)) continue;
    if (ahead === 0 && time >= hours.opens) return { open: true, until: clockLabel(hours.closes) };
    const when = ["today", "tomorrow"][ahead] ?? shortDay(weekday);
    return { open: false, opens: `${when} ${clockLabel(hours.opens)}` };
  }
  return { open: false, opens: "" };
}

export function isClosedOn(closures: Closures, day: string): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to);
}

function wallClock(now: Date, timeZone: string): { date: Date; time: string } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).formatToParts(now);
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    date: new Date(`${get("year")}-${get("month")}-${get("day")}T00:00:00Z`),
    time: `${get("hour")}:${get("minute")}`,
  };
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}

function hoursLabel(hours: BusinessHours, day: Weekday): string {
  const opening = hours[day];
  return opening ? `${clockLabel(opening.opens)}-${clockLabel(opening.closes)}` : "closed";
}

function shortDay(day: Weekday): string {
  return `${day.charAt(0).toUpperCase()}${day.slice(1, 3)}`;
}
