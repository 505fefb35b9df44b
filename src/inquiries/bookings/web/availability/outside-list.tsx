import { Link } from "react-router";
import type { Outside } from "#inquiries/bookings/availability.ts";
import { MEETING_TYPE_LABELS } from "#inquiries/bookings/meeting-types.ts";
import { formatDay } from "#platform/dates.ts";

export function OutsideList({ outside: { bookings, total } }: { outside: Outside }) {
  return (
    <>
      <ul className="divide-y divide-line">
        {bookings.map((booking) => (
          <li key={booking._id} className="grid gap-x-6 py-2 sm:grid-cols-[1fr_1fr]">
            <span className="wrap-anywhere">
              <Link to={`/admin/bookings?booking=${booking._id}`} className="link inline-block min-h-6 font-semibold">
                {booking.firstName} {booking.lastName}
              </Link>
              <span className="block text-muted">{MEETING_TYPE_LABELS[booking.meetingType]}</span>
            </span>
            <span className="wrap-anywhere">
              {formatDay(booking.meetingDate, "short")}, {booking.meetingTime}
              <span className="block">{sentence(booking.reason)}</span>
            </span>
          </li>
        ))}
      </ul>
      {total > bookings.length && (
        <p className="mt-3 text-muted">
          The soonest {bookings.length} of {total} are listed.
        </p>
      )}
    </>
  );
}

function sentence(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}
