// Listing and booking use the same pure functions, so that every offered time can be booked.

import { type BusinessHours, capitalized, WEEKDAYS } from "#company/facts/choices.ts";
import type { Facts } from "#company/facts/schema.ts";
import {
  addDays,
  daysBetween,
  formatTime,
  instantOf,
  minutesOf,
  skippedOn,
  timeOf,
  wallClock,
  weekdayOf,
} from "#platform/dates.ts";
import { type Availability, type Closure, closuresOf, siteAvailability } from "./availability.ts";
import { MEETING_TYPES, type MeetingType } from "./meeting-types.ts";
import type { DayAvailability } from "./open-times.ts";

export type BookingRules = {
  timeZone: string;
  hours: BusinessHours;
  slotMinutes: number;
  capacityPerSlot: number;
  minimumNoticeMinutes: number;
  changeCutOffHours: number;
  horizonDays: number;
  bufferMinutes: number;
  secondReminder: boolean;
  closures: readonly Closure[];
  /** Up to this day, bookings from before a change of rules may not fit these slots. */
  mixedThrough: string | undefined;
};

export function rulesOf(
  { timeZone, bookingRules, secondReminder }: Facts,
  availability: Availability,
  mixedThrough: string | undefined,
): BookingRules {
  const { hours, slotMinutes, capacityPerSlot, minimumNoticeMinutes, horizonDays, bufferMinutes } = availability;
  return {
    timeZone,
    hours,
    slotMinutes,
    capacityPerSlot,
    minimumNoticeMinutes,
    changeCutOffHours: bookingRules.changeCutOffHours,
    horizonDays,
    bufferMinutes,
    secondReminder,
    closures: closuresOf(availability),
    mixedThrough,
  };
}

export function siteBookingRules(facts: Facts): BookingRules {
  return rulesOf(facts, siteAvailability(facts), undefined);
}

export type MeetingSpan = { start: number; minutes: number; hasBuffer: boolean };

export function offeredTimes(rules: BookingRules, day: string, now: Date): string[] {
  if (closureOn(rules, day) || !isWithinHorizon(rules, day, now)) return [];
  const earliest = new Date(now.getTime() + rules.minimumNoticeMinutes * 60_000);
  const { day: firstDay } = wallClock(earliest, rules.timeZone);
  if (day < firstDay) return [];
  const times = timesOf(rules, day);
  // Computing instants is most of a day's cost, and only the first day needs it.
  if (day > firstDay) return times;
  return times.filter((time) => instantOf(day, minutesOf(time), rules.timeZone) >= earliest);
}

/** Times are 24-hour; without a type they are free for every type. `taken` are the day's seats. */
export function availableTimes(
  rules: BookingRules,
  day: string,
  now: Date,
  { taken, meetingType }: { taken: readonly MeetingSpan[]; meetingType?: MeetingType | undefined },
): string[] {
  return offeredTimes(rules, day, now).filter((time) => hasCapacity(rules, taken, slotSpan(rules, time, meetingType)));
}

/** A meeting without a type may need a buffer. */
export function slotSpan(rules: BookingRules, time: string, meetingType: MeetingType | undefined): MeetingSpan {
  return {
    start: minutesOf(time),
    minutes: rules.slotMinutes,
    hasBuffer: meetingType === undefined || MEETING_TYPES[meetingType].hasBuffer,
  };
}

/** The capacity holds at every moment. A buffer separates two meetings if one of them needs it. */
export function hasCapacity(rules: BookingRules, taken: readonly MeetingSpan[], wanted: MeetingSpan): boolean {
  const end = wanted.start + wanted.minutes;
  const near: { from: number; until: number }[] = [];
  for (const meeting of taken) {
    const buffer = meeting.hasBuffer || wanted.hasBuffer ? rules.bufferMinutes : 0;
    const from = Math.max(meeting.start - buffer, wanted.start);
    const until = Math.min(meeting.start + meeting.minutes + buffer, end);
    if (from >= until) continue;
    near.push({ from, until });
    if (rules.capacityPerSlot === 1) return false;
  }
  return near.every(
    ({ from }) => near.filter((one) => one.from <= from && from < one.until).length < rules.capacityPerSlot,
  );
}

/** True if every meeting of the day takes exactly one slot, so that the unique index on seats is a sufficient check. */
export function isUniform(rules: BookingRules, day: string): boolean {
  return rules.bufferMinutes === 0 && (rules.mixedThrough === undefined || day > rules.mixedThrough);
}

/** Days run from today to the end of the horizon. The numbers match availableTimes. */
export function availableDays(
  rules: BookingRules,
  now: Date,
  {
    listTakenOn,
    meetingType,
  }: { listTakenOn: (day: string) => readonly MeetingSpan[]; meetingType?: MeetingType | undefined },
): DayAvailability[] {
  const today = wallClock(now, rules.timeZone).day;
  return Array.from({ length: rules.horizonDays + 1 }, (_, ahead) => {
    const date = addDays(today, ahead);
    return dayAvailability(rules, date, now, { taken: listTakenOn(date), meetingType });
  });
}

function dayAvailability(
  rules: BookingRules,
  date: string,
  now: Date,
  options: Parameters<typeof availableTimes>[3],
): DayAvailability {
  const reason = closedReason(rules, date);
  if (reason !== undefined) return { date, state: "closed", available: 0, reason };
  const available = availableTimes(rules, date, now, options).length;
  if (available > 0) return { date, state: "open", available };
  const isOver = offeredTimes(rules, date, now).length === 0;
  return { date, state: isOver ? "past" : "full", available: 0 };
}

/** Undefined unless the label is spelled exactly as offered. */
export function findTime(times: readonly string[], label: string): string | undefined {
  return times.find((time) => formatTime(time) === label);
}

/** Considers only opening hours. Meetings do not reach into the hour that is skipped when clocks go forward. */
export function timesOf(rules: BookingRules, day: string): string[] {
  const hours = openingHours(rules, day);
  if (!hours) return [];
  const { slotMinutes } = rules;
  const skipped = skippedOn(day, rules.timeZone);
  const times: string[] = [];
  const closes = minutesOf(hours.closes);
  for (let start = minutesOf(hours.opens); start + slotMinutes <= closes; start += slotMinutes)
    if (!reachesInto(skipped, start, slotMinutes)) times.push(timeOf(start));
  return times;
}

function reachesInto(skipped: ReturnType<typeof skippedOn>, start: number, minutes: number): boolean {
  return skipped !== undefined && start < skipped.until && start + minutes > skipped.from;
}

/** "closed: Thanksgiving Day", "closed on Sundays". */
export function closedReason(rules: BookingRules, day: string): string | undefined {
  const closure = closureOn(rules, day);
  if (closure) return `closed: ${closure.reason}`;
  if (!openingHours(rules, day)) {
    const name = WEEKDAYS[weekdayOf(day)];
    return name && `closed on ${capitalized(name)}s`;
  }
  if (skippedOn(day, rules.timeZone) && timesOf(rules, day).length === 0) return "closed: the clocks skip these hours";
  return undefined;
}

export function closureOn(rules: BookingRules, day: string): Closure | undefined {
  return rules.closures.find(({ from, to }) => from <= day && day <= to);
}

export function openingHours(rules: BookingRules, day: string) {
  const weekday = WEEKDAYS[weekdayOf(day)];
  return weekday && rules.hours[weekday];
}

function isWithinHorizon(rules: BookingRules, day: string, now: Date): boolean {
  const ahead = daysBetween(wallClock(now, rules.timeZone).day, day);
  return ahead >= 0 && ahead <= rules.horizonDays;
}

/** Undefined if the rules allow the meeting. `others` hold seats on its day. */
export function outsideReason(
  rules: BookingRules,
  { day, ...meeting }: MeetingSpan & { day: string },
  others: readonly MeetingSpan[],
): string | undefined {
  const closed = closedReason(rules, day);
  if (closed) return closed;
  const hours = openingHours(rules, day);
  if (hours && (meeting.start < minutesOf(hours.opens) || meeting.start + meeting.minutes > minutesOf(hours.closes)))
    return `outside the hours, ${formatTime(hours.opens)} to ${formatTime(hours.closes)}`;
  const skipped = skippedOn(day, rules.timeZone);
  if (skipped && reachesInto(skipped, meeting.start, meeting.minutes))
    return `skipped by the clock change, ${formatTime(timeOf(skipped.from))} to ${formatTime(timeOf(skipped.until))}`;
  if (hasCapacity(rules, others, meeting)) return undefined;
  return hasCapacity({ ...rules, bufferMinutes: 0 }, others, meeting)
    ? `within ${rules.bufferMinutes} minutes of another meeting`
    : "more meetings at the same time than can be held";
}

/** Undefined if every booking is exactly one slot and seat of these rules. */
export function lastMixedDay(
  rules: BookingRules,
  inUse: readonly { day: string; time: string; minutes: number; seat?: number | undefined }[],
): string | undefined {
  let last: string | undefined;
  for (const { day, time, minutes, seat } of inUse) {
    if (last !== undefined && day <= last) continue;
    const isUniform =
      minutes === rules.slotMinutes && (seat ?? 0) < rules.capacityPerSlot && timesOf(rules, day).includes(time);
    if (!isUniform) last = day;
  }
  return last;
}
