import { currentFacts } from "#company/facts/facts.ts";
import { toAdminBooking } from "#inquiries/bookings/admin.ts";
import { type Booking, type BookingCorrection, isUpcoming, NO_SUCH_STATE } from "#inquiries/bookings/booking.ts";
import { bookingNotFound } from "#inquiries/bookings/errors.ts";
import { changedLabels, type FormPath, labelOf } from "#inquiries/bookings/facts.ts";
import { isOfferedState } from "#inquiries/bookings/us-states.ts";
import type { CorrectedKind } from "#inquiries/kinds/server/kind.ts";
import { formatDay, formatTime } from "#platform/dates.ts";
import { AppError, type FieldErrors } from "#platform/errors.ts";
import { valueAt } from "#platform/shapes.ts";
import { shareLockRules } from "../availability/store.ts";
import { inquiryOf } from "../inquiry-of.ts";
import {
  correctBooking,
  deleteBookingRow,
  findBooking,
  findBookingRecordsOf,
  findBookingsOfLeads,
  updateBooking,
} from "../store.ts";
import { moveLead } from "./move-lead.ts";

export const BOOKINGS: CorrectedKind<Booking, BookingCorrection> = {
  kind: "booking",
  find: findBooking,
  ofLeads: findBookingsOfLeads,
  notFound: bookingNotFound,
  present: (booking) => ({ booking: toAdminBooking(booking) }),
  event: ({ id, leadId, createdAt, meetingDate, meetingTime, status, noShowAt }) => ({
    kind: "booking",
    at: createdAt,
    title: `Booked a meeting on ${formatDay(meetingDate, "short")}, ${formatTime(meetingTime)} (${noShowAt ? "did not come" : status.toLowerCase()})`,
    link: `/admin/bookings?booking=${id}`,
    leadId,
  }),
  exported: { as: "bookings", recordsOf: findBookingRecordsOf },
  words: ({ additionalInfo }) => additionalInfo,
  isOpen: isUpcoming,
  update: updateBooking,
  moveLead: async (trx, changed, { actor, now }) =>
    moveLead(trx, changed, { actor, rules: await shareLockRules(trx), now }),
  deleteRow: deleteBookingRow,
  changedFacts: (before, correction) => {
    requireKnownFacts(before, correction);
    return changedLabels(before, { ...before, ...correction });
  },
  placeOf: ({ propertyAddress }) => propertyAddress,
  sent: (booking, correction) => inquiryOf({ ...booking, ...correction }),
  correct: correctBooking,
};

const OPTIONAL_FOR_CALLERS = [
  "lastName",
  "email",
  "propertyAddress.street",
  "propertyAddress.city",
  "propertyAddress.zipCode",
] as const satisfies FormPath[];

/** A correction may add facts that a caller did not give, but not remove known ones. A state stays if it is switched off. */
function requireKnownFacts(before: Booking, correction: BookingCorrection): void {
  const fields: FieldErrors = {};
  for (const path of OPTIONAL_FOR_CALLERS)
    if (valueAt(before, path) && !valueAt(correction, path)) fields[path] = `${labelOf(path)} is required`;
  const { state } = correction.propertyAddress;
  if (state && state !== before.propertyAddress.state && !isOfferedState(currentFacts(), state))
    fields["propertyAddress.state"] = NO_SUCH_STATE;
  const [message] = Object.values(fields);
  if (message) throw new AppError("invalid_input", message, { fields });
}
