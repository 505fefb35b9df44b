import { CalendarClock, CalendarDays, CircleCheck, CircleX } from "lucide-react";
import type { BookingStatus } from "#bookings/booking.ts";
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
