import { CalendarClock, CalendarDays, CircleCheck, CircleX, UserX } from "lucide-react";
import type { Booking, BookingStatus } from "#bookings/booking.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<BookingStatus, BadgeLook> = {
  Scheduled: { tone: "brand", Icon: CalendarDays },
  Completed: { tone: "ok", Icon: CircleCheck },
  Cancelled: { tone: "danger", Icon: CircleX },
  Rescheduled: { tone: "outline", Icon: CalendarClock },
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  return <Badge {...LOOKS[status]}>{status}</Badge>;
}

/** The status, and that the person did not come, which is an outcome beside it. */
export function MeetingBadges({ booking: { status, noShowAt } }: { booking: Pick<Booking, "status" | "noShowAt"> }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge status={status} />
      {noShowAt && (
        <Badge tone="warn" Icon={UserX}>
          No-show
        </Badge>
      )}
    </span>
  );
}
