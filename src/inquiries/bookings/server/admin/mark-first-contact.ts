import { currentFacts } from "#company/facts/facts.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { firstContactOf, leadRules } from "#people/leads/inquiry.ts";
import { firstContactLine } from "#people/leads/server/first-contact.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueOverdueMail } from "../mail/enqueue-mail.ts";
import { updateBooking } from "../store.ts";
import { type Change, requireUnchanged } from "./change-booking.ts";
import { moveLead } from "./move-lead.ts";

type MarkRequest = Change & { contacted: boolean };

/** Sets or removes the mark; an existing one is not replaced. Throws not_found, changed_meanwhile. */
export async function markFirstContact(database: Database, request: MarkRequest): Promise<Booking> {
  return database.transaction((trx) => writeFirstContact(trx, request));
}

export async function writeFirstContact(trx: Db, request: MarkRequest): Promise<Booking> {
  const { contacted, actor, actorId, now } = request;
  const booking = await requireUnchanged(trx, request);
  if (contacted === (booking.firstContact !== undefined)) return booking;
  const rules = await shareLockRules(trx);
  const contact = { at: now, by: actorId, rules: leadRules(currentFacts(), rules.closures) };
  const changed = await updateBooking(trx, booking, {
    ...(contacted ? firstContactOf(booking, contact) : { firstContact: undefined }),
    updatedAt: now.toISOString(),
  });
  await enqueueOverdueMail(trx, changed, rules, now);
  const line = firstContactLine(booking, changed);
  if (line) await writeAuditLogEntry(trx, { subject: { kind: "booking", id: booking.id }, actor, ...line, now });
  await moveLead(trx, { before: booking, after: changed }, { actor, rules, now });
  return changed;
}
