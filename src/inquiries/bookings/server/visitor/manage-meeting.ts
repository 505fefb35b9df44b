import { currentFacts } from "#company/facts/facts.ts";
import { callCompany } from "#company/shell/shown.ts";
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { lockMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import { type Booking, isUpcoming } from "#inquiries/bookings/booking.ts";
import { BookingError, slotNotOffered } from "#inquiries/bookings/errors.ts";
import type { ManagedMeeting } from "#inquiries/bookings/managed-meeting.ts";
import { type BookingRules, findTime, offeredTimes } from "#inquiries/bookings/slots.ts";
import { promisedBy, TOLD } from "#inquiries/bookings/whereabouts.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { formatTime } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { timesOf } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { RateLimit } from "#platform/server/rate-limits.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { withSlotTakenError, writeStatusChange } from "../admin/change-booking.ts";
import { shareLockRules } from "../availability/store.ts";
import { findShownBooking, toPublicBooking } from "../book/public-booking.ts";
import { changeableUntil, startOf } from "../mail/enqueue-mail.ts";
import { findTold } from "../whereabouts/find-told.ts";

type Change = {
  id: string;
  sequence: number;
  isLimited: boolean;
  rules: BookingRules;
  now: Date;
};

/** `hasChanged` is false if the meeting already had the requested state. */
export type Managed = { booking: Booking; hasChanged: boolean };

/** Each move sends mail to staff and visitor, and a stranger may have the link. */
const MOVES_PER_MEETING: RateLimit = { count: 10, windowSeconds: 86_400 };

/** Repeats change nothing. Throws not_found, changed_meanwhile, too_late, slot_not_offered, slot_taken, too_many_changes. */
export async function moveMeeting(
  database: Database,
  request: Change & { moveTo: { date: string; label: string } },
): Promise<Managed> {
  const { moveTo, now } = request;
  return withSlotTakenError(() =>
    database.transaction(async (trx) => {
      const booking = await requireBooking(trx, request);
      if (
        isUpcoming(booking) &&
        booking.meetingDate === moveTo.date &&
        formatTime(booking.meetingTime) === moveTo.label
      )
        return { booking, hasChanged: false };
      await requireChangeable(trx, booking, request);
      const rules = await shareLockRules(trx);
      const time = findTime(offeredTimes(rules, moveTo.date, now), moveTo.label);
      if (time === undefined) throw slotNotOffered();
      if (request.isLimited) await requireFewMoves(trx, request);
      const mailbox = await mailboxOf(trx, booking, request);
      const wanted = { date: moveTo.date, time };
      const change = { status: "Rescheduled", wanted, details: {}, actor: VISITOR, mailbox, rules, now } as const;
      return { booking: await writeStatusChange(trx, booking, change), hasChanged: true };
    }),
  );
}

/** Cancelling twice changes nothing. Throws not_found, changed_meanwhile, too_late. */
export async function cancelMeeting(
  database: Database,
  request: Change & { reason: string | undefined },
): Promise<Managed> {
  const { reason, rules, now } = request;
  return database.transaction(async (trx) => {
    const booking = await requireBooking(trx, request);
    if (booking.status === "Cancelled") return { booking, hasChanged: false };
    await requireChangeable(trx, booking, request);
    const mailbox = await mailboxOf(trx, booking, request);
    const details = { cancelReason: reason || undefined };
    const change = { status: "Cancelled", wanted: undefined, details, actor: VISITOR, mailbox, rules, now } as const;
    return { booking: await writeStatusChange(trx, booking, change), hasChanged: true };
  });
}

export async function toManagedMeeting(
  db: Db,
  row: Booking,
  { rules, now }: { rules: BookingRules; now: Date },
): Promise<ManagedMeeting> {
  const until = changeableUntil(row, rules);
  const hasTold = isUpcoming(row) && TOLD[row.meetingType] !== undefined;
  const told = hasTold ? await findTold(db, row) : undefined;
  return {
    ...toPublicBooking(row),
    ...(told && { told }),
    ...(hasTold && !told && { toldBy: promisedBy(startOf(row, rules), now).toISOString() }),
    sequence: row.inviteSequence,
    isChangeable: isUpcoming(row) && now < until,
    changeableUntil: until.toISOString(),
  };
}

async function requireBooking(trx: Db, { id, now }: Change): Promise<Booking> {
  await lockNames(trx, [`booking ${id}`]);
  const booking = await findShownBooking(trx, id, now);
  if (!booking) throw unknownLink();
  return booking;
}

/** Wrong or expired secrets and deleted or long past bookings get the same answer. */
export function unknownLink(): AppError {
  return new AppError("not_found", `This link is no longer valid. Please ${callCompany(currentFacts())}.`);
}

async function requireChangeable(trx: Db, booking: Booking, { sequence, ...at }: Change): Promise<void> {
  const meeting = await toManagedMeeting(trx, booking, at);
  if (sequence !== meeting.sequence) throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { meeting } });
  if (meeting.isChangeable) return;
  const message =
    booking.status === "Cancelled"
      ? "This meeting is cancelled. Please book a new one."
      : `It is too late to change this meeting online. Please ${callCompany(currentFacts())}.`;
  throw new BookingError("too_late", message, { body: { meeting } });
}

/** The limit counts a visitor's moves in any window of 24 hours. Cancelling is always possible. */
async function requireFewMoves(trx: Db, { id, now }: Change): Promise<void> {
  const windowMs = MOVES_PER_MEETING.windowSeconds * 1000;
  const moves = { subject: { kind: "booking", id }, actor: VISITOR, action: "moved" } as const;
  const times = await timesOf(trx, moves, new Date(now.getTime() - windowMs));
  const tenth = times.at(-MOVES_PER_MEETING.count);
  if (!tenth) return;
  throw new BookingError(
    "too_many_changes",
    `This meeting was moved ${MOVES_PER_MEETING.count} times within a day. Please ${callCompany(currentFacts())} to move it again.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((tenth.getTime() + windowMs - now.getTime()) / 1000)) },
  );
}

/** The lock precedes all writes, because a transaction that books holds the mailbox while it waits for a seat. */
async function mailboxOf(trx: Db, { email }: Booking, { isLimited }: Change): Promise<string | undefined> {
  if (!isLimited || !email) return undefined;
  const mailbox = mailboxKey(email);
  await lockMailbox(trx, mailbox);
  return mailbox;
}
