// The one way to a seat, for visitors and for staff who enter a call. All functions run inside the transaction of the one who books.
import type { Kysely } from "kysely";
import type { Booking, MeetingTime } from "#bookings/booking.ts";
import { slotNotOffered, slotTaken } from "#bookings/errors.ts";
import { type BookingRules, findTime, offeredTimes } from "#bookings/slots.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { type Act, type PermissionsTables, writeActs } from "#permissions/server/store.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { type AuditLogTables, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { WebhooksTables } from "#webhooks/server/store.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueBookingMail } from "../mail/enqueue-mail.ts";
import { announceBooking } from "../mail/enqueue-webhooks.ts";
import { hasCapacityOn } from "../seats/capacity.ts";
import { insertBooking } from "../store.ts";
import type { BookingsTables } from "../table.ts";

export type PlaceTables = BookingsTables & AuditLogTables & MailsTables & PermissionsTables & WebhooksTables;

type Trx = Kysely<PlaceTables>;

/** The rules stay the same until the transaction ends. Throws slot_not_offered. */
export async function requireOfferedTime(
  trx: Kysely<BookingsTables>,
  { meetingDate, meetingTime }: MeetingTime,
  now: Date,
): Promise<{ rules: BookingRules; time: string }> {
  const rules = await shareLockRules(trx);
  const time = findTime(offeredTimes(rules, meetingDate, now), meetingTime);
  if (time === undefined) throw slotNotOffered();
  return { rules, time };
}

type Placed = {
  booking: Booking;
  rules: BookingRules;
  /** "visitor", or the e-mail of the account. */
  actor: string;
  permission: Omit<Act, "record">;
  /** The locked mailbox whose limit counts the confirmation; undefined without a limit. */
  mailbox: string | undefined;
  now: Date;
};

/** Returns when the confirmation is sent; undefined if there is no address. Throws slot_taken. */
export async function placeMeeting(
  trx: Trx,
  { booking, rules, actor, permission, mailbox, now }: Placed,
): Promise<Date | undefined> {
  const { id } = booking;
  // The unique index on seats decides between parallel transactions.
  if (!((await hasCapacityOn(trx, rules, booking)) && (await insertBooking(trx, rules.capacityPerSlot, booking))))
    throw slotTaken("That time was just taken. Please choose another time.", "That time was just taken.");
  await writeAuditLogEntry(trx, { subject: { kind: "booking", id }, actor, action: "created", now });
  await writeActs(trx, [{ ...permission, record: { kind: "booking", id } }]);
  const isByStaff = actor !== VISITOR;
  const confirmationAt = await enqueueBookingMail(trx, booking, { rules, mailbox, isByStaff, now });
  await announceBooking(trx, id, now);
  return confirmationAt;
}
