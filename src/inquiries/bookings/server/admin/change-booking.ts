import { currentFacts } from "#company/facts/facts.ts";
import { toAdminBooking } from "#inquiries/bookings/admin.ts";
import { ACTIVE_STATUSES, type Booking, type BookingStatus } from "#inquiries/bookings/booking.ts";
import { bookingNotFound, slotNotOffered, slotTaken } from "#inquiries/bookings/errors.ts";
import { type BookingRules, findTime, offeredTimes } from "#inquiries/bookings/slots.ts";
import { firstContactOf, leadRules } from "#people/leads/inquiry.ts";
import { firstContactLine } from "#people/leads/server/first-contact.ts";
import { writeNote } from "#people/leads/server/notes.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { formatDay, formatTime } from "#platform/dates.ts";
import { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CHANGED_MEANWHILE } from "#platform/version.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueChangeMail, startOf } from "../mail/enqueue-mail.ts";
import { announceBookingChange } from "../mail/enqueue-webhooks.ts";
import { hasCapacityOn } from "../seats/capacity.ts";
import { findFreeSeat } from "../seats/store.ts";
import { findBooking, updateBooking } from "../store.ts";
import { moveLead } from "./move-lead.ts";

export type Change = {
  id: string;
  /** The state the admin has seen; undefined to overwrite any state. */
  version: number | undefined;
  actor: string;
  actorId: string;
  now: Date;
};

export type StatusChangeRequest = Change & {
  status: BookingStatus;
  /** Empty or missing keeps the notes. */
  notes: string | undefined;
  /** The new time with Rescheduled, as offered: yyyy-MM-dd and the slot's label. */
  moveTo: { date: string; label: string } | undefined;
};

type Slot = Pick<Booking, "meetingDate" | "meetingTime" | "meetingMinutes" | "seat">;

/** An active booking holds a seat, a cancelled one none. Throws not_found, changed_meanwhile, slot_not_offered, slot_taken. */
export async function changeBookingStatus(database: Database, request: StatusChangeRequest): Promise<Booking> {
  const { status, now, actor } = request;
  const move = status === "Rescheduled" ? request.moveTo : undefined;
  return withSlotTakenError(() =>
    database.transaction(async (trx) => {
      const booking = await requireUnchanged(trx, request);
      const rules = await shareLockRules(trx);
      const time = move && findTime(offeredTimes(rules, move.date, now), move.label);
      const staysPut = move && move.date === booking.meetingDate && move.label === formatTime(booking.meetingTime);
      if (move && !staysPut && time === undefined) throw slotNotOffered();
      const wanted = move && time && !staysPut ? { date: move.date, time } : undefined;
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
  /** The mailbox, locked by the transaction, that limits mail about a visitor's own change; undefined without a limit. */
  mailbox?: string | undefined;
  rules: BookingRules;
  now: Date;
};

/** `booking` was read with a lock in the same transaction. Throws slot_taken, or fails on the unique index; see withSlotTakenError. */
export async function writeStatusChange(
  trx: Db,
  booking: Booking,
  { status, wanted, details, actor, mailbox, rules, now }: StatusToWrite,
): Promise<Booking> {
  const slot = await slotFor(trx, booking, { status, wanted, rules });
  const isNewsForVisitor = status !== booking.status || wanted !== undefined;
  const changed = await updateBooking(trx, booking, {
    ...slot,
    ...details,
    // Another time, or that it was held after all, makes a no-show of before meaningless.
    noShowAt: wanted || (status === "Completed" && booking.status !== status) ? undefined : booking.noShowAt,
    status,
    inviteSequence: booking.inviteSequence + (isNewsForVisitor ? 1 : 0),
    updatedAt: now.toISOString(),
  });
  const isByVisitor = actor === VISITOR;
  await enqueueChangeMail(trx, { before: booking, after: changed, isByVisitor, mailbox, rules, now });
  await announceBookingChange(trx, booking, changed, now);
  const line = { subject: { kind: "booking", id: booking.id }, actor, now };
  if (status !== booking.status)
    await writeAuditLogEntry(trx, { ...line, action: "status", from: booking.status, to: status });
  if (wanted) await writeAuditLogEntry(trx, { ...line, action: "moved", from: when(booking), to: when(changed) });
  if (changed.notes !== booking.notes) await recordNotes(trx, changed, { actor, now });
  const firstContact = firstContactLine(booking, changed);
  if (firstContact) await writeAuditLogEntry(trx, { ...line, ...firstContact });
  await moveLead(trx, { before: booking, after: changed }, { actor, rules, now });
  return changed;
}

/** An empty text clears the notes. Throws not_found, changed_meanwhile. */
export async function saveBookingNotes(database: Database, request: Change & { notes: string }): Promise<Booking> {
  return database.transaction(async (trx) => {
    const booking = await requireUnchanged(trx, request);
    const notes = request.notes || undefined;
    if (notes === booking.notes) return booking;
    const changed = await updateBooking(trx, booking, { notes, updatedAt: request.now.toISOString() });
    await recordNotes(trx, changed, request);
    return changed;
  });
}

/** The booking has its latest note; the thread keeps those before. */
async function recordNotes(
  trx: Db,
  { id, leadId, notes = "" }: Booking,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const record = { kind: "booking", id } as const;
  await writeNote(trx, { leadId, record, text: notes, author: actor, now });
  await writeAuditLogEntry(trx, { subject: record, actor, action: "notes", now });
}

export async function requireUnchanged(trx: Db, { id, version }: Change): Promise<Booking> {
  await lockNames(trx, [`booking ${id}`]);
  const booking = await findBooking(trx, id);
  if (!booking) throw bookingNotFound();
  if (version !== undefined && version !== booking.version)
    throw new AppError("changed_meanwhile", CHANGED_MEANWHILE, { body: { booking: toAdminBooking(booking) } });
  return booking;
}

/** A meeting counts as contact from when it began, at the latest. */
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
  if (!ACTIVE_STATUSES.some((active) => active === status)) return { ...present, seat: undefined };
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
