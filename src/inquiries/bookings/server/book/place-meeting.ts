// Visitors' bookings and entered calls share these functions, which run inside the transaction of the operation.
import type { Booking, MeetingTime } from "#inquiries/bookings/booking.ts";
import { slotNotOffered, slotTaken } from "#inquiries/bookings/errors.ts";
import { type BookingRules, findTime, offeredTimes } from "#inquiries/bookings/slots.ts";
import { type NewAgreement, writeAgreements } from "#people/permissions/server/ledger.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueBookingMail } from "../mail/enqueue-mail.ts";
import { enqueueBookingCreated } from "../mail/enqueue-webhooks.ts";
import { hasCapacityOn } from "../seats/capacity.ts";
import { insertBooking } from "../store.ts";
import { onlyHost } from "../whereabouts/find-told.ts";

/** Blocks changes of the rules until the transaction ends. Throws slot_not_offered. */
export async function requireOfferedTime(
  trx: Db,
  meeting: MeetingTime,
  now: Date,
): Promise<{ rules: BookingRules; time: string }> {
  const rules = await shareLockRules(trx);
  return { rules, time: offeredTime(rules, meeting, now) };
}

/** Throws slot_not_offered. */
export function offeredTime(rules: BookingRules, { meetingDate, meetingTime }: MeetingTime, now: Date): string {
  const time = findTime(offeredTimes(rules, meetingDate, now), meetingTime);
  if (time === undefined) throw slotNotOffered();
  return time;
}

type Placed = {
  booking: Booking;
  rules: BookingRules;
  /** "visitor", or the e-mail of the account. */
  actor: string;
  /** Staff who have agreed the meeting need no notice of it. */
  isByStaff: boolean;
  permission: Omit<NewAgreement, "record">;
  /** The transaction holds the lock of this mailbox, whose limit counts the confirmation. Undefined without a limit. */
  mailbox: string | undefined;
  now: Date;
};

/** Returns the time of the confirmation; undefined if there is no address. Throws slot_taken. */
export async function placeMeeting(
  trx: Db,
  { booking, rules, actor, isByStaff, permission, mailbox, now }: Placed,
): Promise<Date | undefined> {
  const { id } = booking;
  if (!(await hasCapacityOn(trx, rules, booking))) throw justTaken();
  const { hostId = await onlyHost(trx, booking) } = booking;
  const record = { kind: "booking", id };
  // A taken seat rolls back all of these writes.
  const [, , , confirmationAt] = await together([
    takeSeat(trx, rules, { ...booking, hostId }),
    writeAuditLogEntry(trx, { subject: record, actor, action: "created", now }),
    writeAgreements(trx, [{ ...permission, record }]),
    enqueueBookingMail(trx, booking, { rules, mailbox, isByStaff, now }),
    enqueueBookingCreated(trx, booking, now),
  ]);
  return confirmationAt;
}

/** The unique index on seats decides between parallel transactions. */
async function takeSeat(trx: Db, { capacityPerSlot }: BookingRules, booking: Booking): Promise<void> {
  if (!(await insertBooking(trx, capacityPerSlot, booking))) throw justTaken();
}

function justTaken() {
  return slotTaken("That time was just taken. Please choose another time.", "That time was just taken.");
}
