// Which times of a day can be booked. Listing and accepting ask the same function, so that a time is offered if and only if
// it can be had. Pure: the rules, the clock and what is taken are arguments.

import {
  addDays,
  daysBetween,
  formatTime,
  instantOf,
  minutesOf,
  timeOf,
  wallClock,
  weekdayOf,
} from "#platform/dates.ts";
import { type BusinessHours, type ClosedDate, WEEKDAYS } from "#platform/site-config.ts";
import { bookingRules, businessHours, timeZone } from "#site";

export type BookingRules = {
  timeZone: string;
  hours: BusinessHours;
  slotMinutes: number;
  capacityPerSlot: number;
  minimumNoticeMinutes: number;
  changeCutOffHours: number;
  horizonDays: number;
  closedDates: readonly ClosedDate[];
};

/** The owner's rules, as site.config.ts has them. */
export const siteBookingRules: BookingRules = { timeZone, hours: businessHours, ...bookingRules };

/** Bookings that hold a seat, by 24-hour time. */
export type Taken = ReadonlyMap<string, number>;

/** 24-hour times of a day that the rules offer now, whether taken or not. */
export function offeredTimes(rules: BookingRules, day: string, now: Date): string[] {
  if (closedReason(rules, day) !== undefined || !isWithinHorizon(rules, day, now)) return [];
  const earliest = now.getTime() + rules.minimumNoticeMinutes * 60_000;
  return timesOf(rules, day).filter((time) => instantOf(day, minutesOf(time), rules.timeZone).getTime() >= earliest);
}

/** 24-hour times of a day that can be booked now. */
export function availableTimes(rules: BookingRules, day: string, now: Date, taken: Taken): string[] {
  return offeredTimes(rules, day, now).filter((time) => (taken.get(time) ?? 0) < rules.capacityPerSlot);
}

export const DAY_STATES = ["open", "full", "closed", "past"] as const;
export type DayState = (typeof DAY_STATES)[number];

/** One day of the calendar, with the reason a visitor is given where it is not open. */
export type DayAvailability = { date: string; state: DayState; available: number; reason?: string };

/** Every day from today to the end of the horizon. `takenOn` gives what is taken on a day. */
export function availableDays(rules: BookingRules, now: Date, takenOn: (day: string) => Taken): DayAvailability[] {
  const today = wallClock(now, rules.timeZone).day;
  return Array.from({ length: rules.horizonDays + 1 }, (_, ahead) => {
    const date = addDays(today, ahead);
    return dayAvailability(rules, date, now, takenOn(date));
  });
}

function dayAvailability(rules: BookingRules, date: string, now: Date, taken: Taken): DayAvailability {
  const reason = closedReason(rules, date);
  if (reason !== undefined) return { date, state: "closed", available: 0, reason };
  const available = availableTimes(rules, date, now, taken).length;
  if (available > 0) return { date, state: "open", available };
  const isOver = offeredTimes(rules, date, now).length === 0;
  return { date, state: isOver ? "past" : "full", available: 0 };
}

/** "9:00 AM" for "09:00". */
export function slotLabel(time: string): string {
  return formatTime(minutesOf(time));
}

/** The 24-hour time that a label names among these; undefined where it is not spelled exactly as offered. */
export function findTime(times: readonly string[], label: string): string | undefined {
  return times.find((time) => slotLabel(time) === label);
}

/** 24-hour times of a day by the opening hours alone. */
export function timesOf(rules: BookingRules, day: string): string[] {
  const hours = openingHours(rules, day);
  if (!hours) return [];
  const times: string[] = [];
  const closes = minutesOf(hours.closes);
  for (let start = minutesOf(hours.opens); start + rules.slotMinutes <= closes; start += rules.slotMinutes)
    times.push(timeOf(start));
  return times;
}

function closedReason(rules: BookingRules, day: string): string | undefined {
  const closed = rules.closedDates.find(({ date }) => date === day);
  if (closed) return closed.reason;
  if (openingHours(rules, day)) return undefined;
  const name = WEEKDAYS[weekdayOf(day)] ?? "";
  return `closed on ${name.charAt(0).toUpperCase()}${name.slice(1)}s`;
}

function openingHours(rules: BookingRules, day: string) {
  const weekday = WEEKDAYS[weekdayOf(day)];
  return weekday && rules.hours[weekday];
}

function isWithinHorizon(rules: BookingRules, day: string, now: Date): boolean {
  const ahead = daysBetween(wallClock(now, rules.timeZone).day, day);
  return ahead >= 0 && ahead <= rules.horizonDays;
}
