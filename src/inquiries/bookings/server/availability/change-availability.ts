import { currentFacts } from "#company/facts/facts.ts";
import { type Availability, describeChange, type Outside } from "#inquiries/bookings/availability.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { type BookingRules, lastMixedDay, outsideReason, rulesOf } from "#inquiries/bookings/slots.ts";
import { formatTime, timeOf, wallClock } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { type BookedMeeting, listMeetings } from "../meetings/store.ts";
import { slotsInUse, toSpan } from "../seats/store.ts";
import type { AvailabilityTable } from "../table.ts";
import { lockAvailability, setMixedThrough, toAvailability, updateAvailability } from "./store.ts";

export const AVAILABILITY_SUBJECT = { kind: "availability", id: "site" };

type InUse = Pick<Booking, "meetingDate" | "meetingTime" | "meetingMinutes" | "seat">;

const MAX_LISTED = 100;

type Request = {
  availability: Availability;
  /** Identifies the state the admin has seen. Undefined overwrites any state. */
  version?: number | undefined;
  actor: string;
  now: Date;
};

/** Changes no bookings. Throws changed_meanwhile. */
export async function changeAvailability(database: Database, request: Request): Promise<AvailabilityTable> {
  const { availability, version, actor, now } = request;
  return database.transaction(async (trx) => {
    const before = await lockAvailability(trx);
    const present = toAvailability(before);
    if (version !== undefined && version !== before.version)
      throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, {
        body: { availability: present, version: before.version },
      });
    const to = describeChange(present, availability);
    if (to === "") return before;
    await writeAuditLogEntry(trx, { subject: AVAILABILITY_SUBJECT, actor, action: "changed", to, now });
    const mixedThrough = await findMixedThrough(trx, availability, now);
    return updateAvailability(trx, before, { availability, mixedThrough, now });
  });
}

/** The caller locks the availability before it writes bookings that may not fit the slots. */
export async function includeMixed(
  trx: Db,
  row: AvailabilityTable,
  { written, now }: { written: readonly InUse[]; now: Date },
): Promise<void> {
  const { day: today } = wallClock(now, currentFacts().timeZone);
  const ahead = written.filter(({ meetingDate }) => meetingDate >= today);
  const last = lastMixed(toAvailability(row), ahead);
  if (last !== undefined && last > (row.uneven_through ?? "")) await setMixedThrough(trx, last);
}

/** Soonest first. */
export async function listOutside(db: Db, rules: BookingRules, now: Date): Promise<Outside> {
  const { day: today, minutes } = wallClock(now, currentFacts().timeZone);
  const meetings = await listMeetings(db, today);
  const byDay = Map.groupBy(meetings, ({ meetingDate }) => meetingDate);
  const outside = meetings.flatMap((meeting) => {
    const isAhead = meeting.meetingDate > today || meeting.meetingTime > timeOf(minutes);
    if (!isAhead || !isUpcoming(meeting)) return [];
    const others = byDay.get(meeting.meetingDate)?.filter((other) => other !== meeting) ?? [];
    const reason = outsideReason(rules, { day: meeting.meetingDate, ...toSpan(meeting) }, others.map(toSpan));
    return reason ? [toOutside(meeting, reason)] : [];
  });
  return { total: outside.length, bookings: outside.slice(0, MAX_LISTED) };
}

/** Requires the lock, so that no booking is made between this check and the change. */
async function findMixedThrough(trx: Db, availability: Availability, now: Date): Promise<string | undefined> {
  return lastMixed(availability, await slotsInUse(trx, wallClock(now, currentFacts().timeZone).day));
}

function lastMixed(availability: Availability, inUse: readonly InUse[]): string | undefined {
  return lastMixedDay(
    rulesOf(currentFacts(), availability, undefined),
    inUse.map(({ meetingDate, meetingTime, meetingMinutes, seat }) => ({
      day: meetingDate,
      time: meetingTime,
      minutes: meetingMinutes,
      seat,
    })),
  );
}

function toOutside(meeting: BookedMeeting, reason: string): Outside["bookings"][number] {
  const { id, meetingMinutes, meetingTime, ...shown } = meeting;
  return { _id: id, ...shown, meetingTime: formatTime(meetingTime), reason };
}
