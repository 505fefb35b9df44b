import type { Booking, BookingCorrection } from "#bookings/booking.ts";
import { changedLabels } from "#bookings/facts.ts";
import { type AuditLogTables, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { correctBooking } from "../store.ts";
import type { BookingsTables } from "../table.ts";
import { type Change, requireUnchanged } from "./change-booking.ts";

type Tables = BookingsTables & AuditLogTables;

/**
 * Neither the visitor's calendar nor their link changes with it, and no e-mail is sent. The audit log names the fields, not
 * what they held: a person who asked for the correction need not find it there. Throws not_found, changed_meanwhile.
 */
export async function correctBookingFacts(
  database: Database<Tables>,
  { correction, ...request }: Change & { correction: BookingCorrection },
): Promise<Booking> {
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, request);
    const labels = changedLabels(before, { ...before, ...correction });
    if (labels.length === 0) return before;
    const { actor, now } = request;
    const after = await correctBooking(trx, before, { ...correction, updatedAt: now.toISOString() });
    const subject = { kind: "booking", id: before.id };
    await writeAuditLogEntry(trx, { subject, actor, action: "corrected", to: labels.join(", "), now });
    return after;
  });
}
