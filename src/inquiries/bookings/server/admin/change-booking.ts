import { currentFacts } from "#company/facts/facts.ts";
import { ACTIVE_STATUSES, type Booking, type BookingStatus } from "#inquiries/bookings/booking.ts";
import { slotNotOffered, slotTaken } from "#inquiries/bookings/errors.ts";
import { type BookingRules, findTime, offeredTimes } from "#inquiries/bookings/slots.ts";
import { recordNotes, requireUnchanged } from "#inquiries/kinds/server/change.ts";
import type { Change } from "#inquiries/kinds/server/kind.ts";
import { firstContactOf, leadRules } from "#people/leads/inquiry.ts";
import { firstContactLine } from "#people/leads/server/first-contact.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { formatDay, formatTime } from "#platform/dates.ts";
import type { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueChangeMail, startOf } from "../mail/enqueue-mail.ts";
import { enqueueBookingChanged } from "../mail/enqueue-webhooks.ts";
import { hasCapacityOn } from "../seats/capacity.ts";
import { findFreeSeat } from "../seats/store.ts";
import { updateBooking } from "../store.ts";
import { BOOKINGS } from "./booking-kind.ts";
import { moveLead } from "./move-lead.ts";

export type StatusChangeRequest = Change & {
  status: BookingStatus;
  /** Empty or missing notes keep the old ones. */
  notes: string | undefined;
  /** Only used with Rescheduled: yyyy-MM-dd and the label of an offered slot. */
  moveTo: { date: string; label: string } | undefined;
};

type Slot = Pick<Booking, "meetingDate" | "meetingTime" | "meetingMinutes" | "seat">;

/** Only active bookings hold a seat, and no-shows that of the past. Throws not_found, changed_meanwhile, slot_not_offered, slot_taken. */
export async function changeBookingStatus(database: Database, request: StatusChangeRequest): Promise<Booking> {
  const { status, now, actor } = request;
  const move = status === "Rescheduled" ? request.moveTo : undefined;
  return withSlotTakenError(() =>
    database.transaction(async (trx) => {
      const booking = await requireUnchanged(trx, BOOKINGS, request);
      const rules = await shareLockRules(trx);
      const time = move && findTime(offeredTimes(rules, move.date, now), move.label);
      const isSameTime = move && move.date === booking.meetingDate && move.label === formatTime(booking.meetingTime);
      if (move && !isSameTime && time === undefined) throw slotNotOffered();
      const wanted = move && time && !isSameTime ? { date: move.date, time } : undefined;
      const notes = request.notes || booking.notes;
      if (status === booking.status && !wanted && notes === booking.notes) return booking;
      const contact =
        status === "Completed" &&
        !booking.firstContact &&
        contactByMeeting(booking, { by: request.actorId, rules, now });
      return writeStatusChange(trx, booking, { status, wanted, details: { notes, ...contact }, actor, rules, now });
    }),
  );
}

type StatusToWrite = {
  status: BookingStatus;
  wanted: { date: string; time: string } | undefined;
  details: Partial<Pick<Booking, "notes" | "cancelReason" | "firstContact">>;
  actor: string;
  /** The transaction holds the lock of this mailbox, whose limit counts the mail. Undefined without a limit. */
  mailbox?: string | undefined;
  rules: BookingRules;
  now: Date;
};

/** `booking` was read with a lock. Throws slot_taken, or a unique violation; see withSlotTakenError. */
export async function writeStatusChange(
  trx: Db,
  booking: Booking,
  { status, wanted, details, actor, mailbox, rules, now }: StatusToWrite,
): Promise<Booking> {
  const slot = await slotFor(trx, booking, { status, wanted, rules });
  const changesInvite = status !== booking.status || wanted !== undefined;
  const changed = await updateBooking(trx, booking, {
    ...slot,
    ...details,
    noShowAt: status === "Cancelled" ? booking.noShowAt : undefined,
    status,
    inviteSequence: booking.inviteSequence + (changesInvite ? 1 : 0),
    updatedAt: now.toISOString(),
  });
  const isByVisitor = actor === VISITOR;
  await enqueueChangeMail(trx, { before: booking, after: changed, isByVisitor, mailbox, rules, now });
  await enqueueBookingChanged(trx, booking, changed, now);
  const line = { subject: { kind: "booking", id: booking.id }, actor, now };
  if (status !== booking.status)
    await writeAuditLogEntry(trx, { ...line, action: "status", from: booking.status, to: status });
  if (wanted) await writeAuditLogEntry(trx, { ...line, action: "moved", from: when(booking), to: when(changed) });
  if (changed.notes !== booking.notes) await recordNotes(trx, BOOKINGS, changed, { actor, now });
  const firstContact = firstContactLine(booking, changed);
  if (firstContact) await writeAuditLogEntry(trx, { ...line, ...firstContact });
  await moveLead(trx, { before: booking, after: changed }, { actor, rules, now });
  return changed;
}

/** The contact is at the start of the meeting, or now if that is earlier. */
function contactByMeeting(booking: Booking, { by, rules, now }: { by: string; rules: BookingRules; now: Date }) {
  const start = startOf(booking, rules);
  return firstContactOf(booking, {
    at: start < now ? start : now,
    by,
    rules: leadRules(currentFacts(), rules.closures),
  });
}

async function slotFor(
  trx: Db,
  booking: Booking,
  {
    status,
    wanted,
    rules,
  }: { status: BookingStatus; wanted: { date: string; time: string } | undefined; rules: BookingRules },
): Promise<Slot> {
  const { meetingDate, meetingTime, meetingMinutes } = booking;
  const present = { meetingDate, meetingTime, meetingMinutes };
  if (!ACTIVE_STATUSES.some((active) => active === status))
    return { ...present, seat: booking.noShowAt === undefined ? undefined : booking.seat };
  if (!wanted && booking.seat !== undefined) return { ...present, seat: booking.seat };
  const slot = wanted
    ? { meetingDate: wanted.date, meetingTime: wanted.time, meetingMinutes: rules.slotMinutes }
    : present;
  const hasCapacity = await hasCapacityOn(trx, rules, { ...booking, ...slot });
  const seat = hasCapacity ? await findFreeSeat(trx, slot, rules.capacityPerSlot) : undefined;
  if (seat === undefined) throw takenByAnother(`${when(slot)} is`);
  return { ...slot, seat };
}

/** Only the unique index detects a seat that another transaction takes between our read and our write. */
export async function withSlotTakenError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw takenByAnother("That time is");
    throw error;
  }
}

function takenByAnother(timeIs: string): AppError {
  return slotTaken(`${timeIs} held by another booking now. Nothing was changed.`, "Another booking holds this time.");
}

function when({ meetingDate, meetingTime }: Pick<Slot, "meetingDate" | "meetingTime">): string {
  return `${formatDay(meetingDate, "short")}, ${formatTime(meetingTime)}`;
}
