import type { AdminBooking } from "#bookings/filters.ts";
import { formatDay } from "#platform/dates.ts";
import { ApiError } from "#platform/web/api.ts";

/** The booking as somebody else has left it, where that is why a change was refused. */
export function conflictOf(error: Error | null): AdminBooking | undefined {
  if (!(error instanceof ApiError) || error.code !== "changed_meanwhile") return undefined;
  return error.body.booking as AdminBooking | undefined;
}

export function PresentState({ booking }: { booking: AdminBooking }) {
  return (
    <>
      <p>
        It is {booking.status} now, for {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}.
      </p>
      <p className="break-anywhere whitespace-pre-wrap">
        {booking.notes ? `Its notes: ${booking.notes}` : "It has no notes."}
      </p>
    </>
  );
}
