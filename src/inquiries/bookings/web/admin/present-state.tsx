import type { AdminBooking } from "#inquiries/bookings/admin.ts";
import { formatDay } from "#platform/dates.ts";
import { conflictIn } from "#platform/web/conflict.ts";

export function conflictOf(error: Error | null): AdminBooking | undefined {
  return conflictIn<AdminBooking>(error, "booking");
}

export function PresentState({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <p>
        It is {booking.status} now, for {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}.
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {booking.notes ? `Its notes: ${booking.notes}` : "It has no notes."}
      </p>
    </>
  );
}
