import { AppError, refusalsOf } from "#platform/errors.ts";

/** code → HTTP status. */
export const BookingError = refusalsOf({
  slot_not_offered: 400,
  slot_taken: 409,
  not_begun: 409,
  too_late: 409,
  too_many_open_bookings: 409,
  too_many_changes: 429,
});

export function bookingNotFound(): AppError {
  return new AppError("not_found", "Booking not found");
}

/** Another booking has taken the time. `atField` is shown beside the choice of a time, if the form has one. */
export function slotTaken(message: string, atField?: string): AppError {
  return new BookingError("slot_taken", message, atField ? { fields: { meetingTime: atField } } : {});
}

export function slotNotOffered(): AppError {
  return new BookingError("slot_not_offered", "That time is not available. Please choose another time.", {
    fields: { meetingTime: "That time is not available." },
  });
}
