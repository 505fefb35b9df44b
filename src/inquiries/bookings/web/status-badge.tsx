import type { Booking, BookingStatus } from "#inquiries/bookings/booking.ts";
import { Badge, type BadgeLook } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<BookingStatus, BadgeLook> = {
  Scheduled: { tone: "brand", icon: "icon-calendar-days" },
  Completed: { tone: "ok", icon: "icon-circle-check" },
  Cancelled: { tone: "danger", icon: "icon-circle-x" },
  Rescheduled: { tone: "outline", icon: "icon-calendar-clock" },
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  return <Badge {...LOOKS[status]}>{status}</Badge>;
}

export function MeetingBadges({ booking: { status, noShowAt } }: { booking: Pick<Booking, "status" | "noShowAt"> }) {
  if (!noShowAt) return <StatusBadge status={status} />;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge status={status} />
      <Badge tone="warn" icon="icon-user-x">
        No-show
      </Badge>
    </span>
  );
}
