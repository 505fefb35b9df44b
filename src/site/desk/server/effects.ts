import { WEEKDAYS } from "#company/facts/choices.ts";
import { isLonger, RETENTION_NOTICE_MS } from "#company/facts/retention.ts";
import type { Facts } from "#company/facts/schema.ts";
import { isUpcoming } from "#inquiries/bookings/booking.ts";
import { type BookedMeeting, listMeetings } from "#inquiries/bookings/server/meetings/store.ts";
import { countOldBookings } from "#inquiries/bookings/server/store.ts";
import { countOldContactMessages } from "#inquiries/contact/server/store.ts";
import { formatTime, instantOf, minutesOf, wallClock, weekdayOf, zoneNames } from "#platform/dates.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Effects } from "#site/desk/effects.ts";

type Change = { before: Facts; after: Facts; now: Date };

const MAX_LISTED = 20;
const DAY_MS = 24 * 60 * 60_000;

export async function findEffects(db: Db, change: Change): Promise<Omit<Effects, "success">> {
  return { meetings: await findTouchedMeetings(db, change), leads: await countErased(db, change) };
}

async function findTouchedMeetings(db: Db, { before, after, now }: Change): Promise<Effects["meetings"]> {
  const hasNewZone = before.timeZone !== after.timeZone;
  if (!hasNewZone && JSON.stringify(before.businessHours) === JSON.stringify(after.businessHours))
    return { total: 0, first: [] };
  const { day, minutes } = wallClock(now, before.timeZone);
  const ahead = (await listMeetings(db, day)).filter(
    (meeting) => isUpcoming(meeting) && (meeting.meetingDate > day || minutesOf(meeting.meetingTime) > minutes),
  );
  const touched = ahead.flatMap((meeting) => {
    const reasons = [zoneReason(meeting, before, after), hoursReason(meeting, before, after)].filter(Boolean);
    return reasons.length > 0 ? [toTouched(meeting, reasons.join(". "))] : [];
  });
  return { total: touched.length, first: touched.slice(0, MAX_LISTED) };
}

/** The day and time of a meeting are text, so that the same words mean another moment. */
function zoneReason({ meetingDate, meetingTime }: BookedMeeting, before: Facts, after: Facts): string | undefined {
  const inZone = ({ timeZone }: Facts) => instantOf(meetingDate, minutesOf(meetingTime), timeZone).getTime();
  const minutes = Math.round((inZone(after) - inZone(before)) / 60_000);
  if (minutes === 0) return undefined;
  const [from, to] = [before, after].map(({ timeZone }) => zoneNames(timeZone).name);
  return `Agreed in ${from}; in ${to} this is ${durationOf(Math.abs(minutes))} ${minutes > 0 ? "later" : "earlier"}`;
}

function durationOf(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(" ");
}

function hoursReason(meeting: BookedMeeting, before: Facts, after: Facts): string | undefined {
  return isWithin(meeting, before) && !isWithin(meeting, after) ? "Outside the new hours" : undefined;
}

function isWithin({ meetingDate, meetingTime, meetingMinutes }: BookedMeeting, { businessHours }: Facts): boolean {
  const hours = businessHours[WEEKDAYS[weekdayOf(meetingDate)] ?? "sunday"];
  const start = minutesOf(meetingTime);
  return hours !== undefined && start >= minutesOf(hours.opens) && start + meetingMinutes <= minutesOf(hours.closes);
}

function toTouched({ id, firstName, lastName, meetingDate, meetingTime }: BookedMeeting, why: string) {
  return { _id: id, name: `${firstName} ${lastName}`, meetingDate, meetingTime: formatTime(meetingTime), why };
}

async function countErased(db: Db, { before, after, now }: Change): Promise<Effects["leads"]> {
  const days = after.eraseLeadsAfterDays;
  if (days === null || !isLonger(before.eraseLeadsAfterDays, days)) return { count: 0, from: null };
  const from = new Date(now.getTime() + RETENTION_NOTICE_MS);
  const createdBefore = new Date(from.getTime() - days * DAY_MS);
  const count = (await countOldBookings(db, createdBefore)) + (await countOldContactMessages(db, createdBefore));
  return { count, from: from.toISOString() };
}
