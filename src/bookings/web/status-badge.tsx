import { CalendarClock, CalendarDays, CircleCheck, CircleX } from "lucide-react";
import type { BookingStatus } from "#bookings/booking.ts";
import { Badge, type BadgeTone } from "#platform/web/ui/badge.tsx";

const LOOKS: Record<BookingStatus, { tone: BadgeTone; Icon: typeof CircleX }> = {
  Scheduled: { tone: "brand", Icon: CalendarDays },
  Completed: { tone: "ok", Icon: CircleCheck },
  Cancelled: { tone: "danger", Icon: CircleX },
  Rescheduled: { tone: "outline", Icon: CalendarClock },
};

export function StatusBadge({ status }: { status: BookingStatus }) {
  const { tone, Icon } = LOOKS[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {status}
    </Badge>
  );
}
