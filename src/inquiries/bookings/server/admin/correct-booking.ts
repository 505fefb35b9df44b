import type { Booking, BookingCorrection } from "#inquiries/bookings/booking.ts";
import { changedLabels, type FormPath, labelOf } from "#inquiries/bookings/facts.ts";
import { correctInquiry } from "#people/leads/server/correct-lead.ts";
import { stopTransfer } from "#people/permissions/server/transfer-stops.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { valueAt } from "#platform/shapes.ts";
import { inquiryOf } from "../inquiry-of.ts";
import { correctBooking } from "../store.ts";
import { type Change, requireUnchanged } from "./change-booking.ts";

/**
 * Neither the visitor's calendar nor their link changes, and no e-mail is sent. The audit log omits the old values: the
 * person may want them removed. Stopped channels stay stopped. Throws not_found, changed_meanwhile.
 */
export async function correctBookingFacts(
  database: Database,
  { correction, ...request }: Change & { correction: BookingCorrection },
): Promise<Booking> {
  const transferStops = await stopTransfer(database);
  return database.transaction(async (trx) => {
    const before = await requireUnchanged(trx, request);
    requireKnownFacts(before, correction);
    const labels = changedLabels(before, { ...before, ...correction });
    if (labels.length === 0) return before;
    const { actor, now } = request;
    const inquiry = { ...inquiryOf({ ...before, ...correction }), isLive: true, at: new Date(before.createdAt) };
    const leadId = await correctInquiry(trx, { leadId: before.leadId, recordId: before.id, inquiry }, { actor, now });
    const after = await correctBooking(trx, before, { ...correction, leadId, updatedAt: now.toISOString() });
    await transferStops(trx, { before, after, actor, now });
    const subject = { kind: "booking", id: before.id };
    await writeAuditLogEntry(trx, { subject, actor, action: "corrected", to: labels.join(", "), now });
    return after;
  });
}

const OPTIONAL_FOR_CALLERS = [
  "lastName",
  "email",
  "propertyAddress.street",
  "propertyAddress.city",
  "propertyAddress.zipCode",
] as const satisfies FormPath[];

/** A correction may add facts that a caller did not give, but not remove known ones. */
function requireKnownFacts(before: Booking, correction: BookingCorrection): void {
  const fields: FieldErrors = {};
  for (const path of OPTIONAL_FOR_CALLERS)
    if (valueAt(before, path) && !valueAt(correction, path)) fields[path] = `${labelOf(path)} is required`;
  const [message] = Object.values(fields);
  if (message) throw new AppError("invalid_input", message, { fields });
}
