import type { Booking } from "#bookings/booking.ts";
import { firstContactOf, leadRules } from "#leads/lead.ts";
import { firstContactLine } from "#leads/server/store.ts";
import type { MailsTables } from "#mail/server/store.ts";
import { type AuditLogTables, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueOverdueMail } from "../mail/enqueue-mail.ts";
import { updateBooking } from "../store.ts";
import type { BookingsTables } from "../table.ts";
import { type Change, requireUnchanged } from "./change-booking.ts";

type Tables = BookingsTables & AuditLogTables & MailsTables;

/** Sets or removes the mark; an existing one is not replaced. Throws not_found, changed_meanwhile. */
export async function markFirstContact(
  database: Database<Tables>,
  request: Change & { contacted: boolean },
): Promise<Booking> {
  const { contacted, actor, actorId, now } = request;
  return database.transaction(async (trx) => {
    const booking = await requireUnchanged(trx, request);
    if (contacted === (booking.firstContact !== undefined)) return booking;
    const rules = await shareLockRules(trx);
    const contact = { at: now, by: actorId, rules: leadRules(rules.closures) };
    const changed = await updateBooking(trx, booking, {
      ...(contacted ? firstContactOf(booking, contact) : { firstContact: undefined }),
      updatedAt: now.toISOString(),
    });
    await enqueueOverdueMail(trx, changed, rules, now);
    const line = firstContactLine(booking, changed);
    if (line) await writeAuditLogEntry(trx, { subject: { kind: "booking", id: booking.id }, actor, ...line, now });
    return changed;
  });
}
