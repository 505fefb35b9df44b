import type { MailKind } from "#delivery/mail/mail.ts";
import { withdrawMail } from "#delivery/mail/server/store.ts";
import type { Booking } from "#inquiries/bookings/booking.ts";
import { BookingError } from "#inquiries/bookings/errors.ts";
import { requireUnchanged } from "#inquiries/kinds/server/change.ts";
import type { Change } from "#inquiries/kinds/server/kind.ts";
import type { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import type { Database } from "#platform/server/database/database.ts";
import { shareLockRules } from "../availability/store.ts";
import { enqueueOverdueMail, startOf } from "../mail/enqueue-mail.ts";
import { enqueueBookingChanged } from "../mail/enqueue-webhooks.ts";
import { updateBooking } from "../store.ts";
import { BOOKINGS } from "./booking-kind.ts";
import { moveLead } from "./move-lead.ts";

/** Withdrawn after a no-show. */
const MAIL_BEFORE_MEETING: readonly MailKind[] = [
  "booking-confirmation",
  "booking-reminder",
  "booking-rescheduled",
  "booking-whereabouts",
  "booking-overdue",
];

/** The status becomes Cancelled, but the seat stays and the visitor gets no mail. Throws not_found, changed_meanwhile, not_begun. */
export async function markNoShow(database: Database, request: Change & { noShow: boolean }): Promise<Booking> {
  const { noShow, actor, now } = request;
  return database.transaction(async (trx) => {
    const booking = await requireUnchanged(trx, BOOKINGS, request);
    if (noShow === (booking.noShowAt !== undefined)) return booking;
    const rules = await shareLockRules(trx);
    if (noShow && startOf(booking, rules) > now) throw notBegun("This meeting has not begun yet.");
    if (noShow && booking.status === "Cancelled") throw notBegun("This meeting was cancelled, so nobody was expected.");
    const at = now.toISOString();
    const status = noShow ? "Cancelled" : "Scheduled";
    const changed = await updateBooking(trx, booking, { status, noShowAt: noShow ? at : undefined, updatedAt: at });
    if (noShow) await withdrawMail(trx, booking.id, MAIL_BEFORE_MEETING, now);
    else await enqueueOverdueMail(trx, changed, rules, now);
    await enqueueBookingChanged(trx, booking, changed, now);
    const to = noShow ? "did not come" : "no longer a no-show";
    await writeAuditLogEntry(trx, { subject: { kind: "booking", id: booking.id }, actor, action: "changed", to, now });
    await moveLead(trx, { before: booking, after: changed }, { actor, rules, now });
    return changed;
  });
}

function notBegun(message: string): AppError {
  return new BookingError("not_begun", message);
}
