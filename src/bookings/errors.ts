import { refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const BookingError = refusalsOf({
  slot_not_offered: 400,
  slot_taken: 409,
  too_late: 409,
  too_many_open_bookings: 409,
  too_many_changes: 429,
});
