import type { Booking, BookingCorrection } from "#bookings/booking.ts";
import { changedLabels } from "#bookings/facts.ts";
import { type PermissionsTables, stopCarrier } from "#permissions/server/store.ts";
import { type AuditLogTables, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { correctBooking } from "../store.ts";
import type { BookingsTables } from "../table.ts";
import { type Change, requireUnchanged } from "./change-booking.ts";

type Tables = BookingsTables & AuditLogTables & PermissionsTables;

/**
 * Neither the visitor's calendar nor their link changes with it, and no e-mail is sent. The audit log names the fields, not
 * what they held: a person who asked for the correction need not find it there. What the person has stopped stays stopped.
 * Throws not_found, changed_meanwhile.
 */
export async function correctBookingFacts(
  database: Database<Tables>,
  { correction, ...request }: Change & { correction: BookingCorrection },
): Promise<Booking> {
  const carryStops = await stopCarrier(database);
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, request);
    const labels = changedLabels(before, { ...before, ...correction });
    if (labels.length === 0) return before;
    const { actor, now } = request;
    const after = await correctBooking(trx, before, { ...correction, updatedAt: now.toISOString() });
    await carryStops(trx, { before, after, actor, now });
    const subject = { kind: "booking", id: before.id };
    await writeAuditLogEntry(trx, { subject, actor, action: "corrected", to: labels.join(", "), now });
    return after;
  });
}
