import { mutationOptions } from "@tanstack/react-query";
import type { AdminBooking, BookingCorrectionChange, NoShowChange, StatusChange } from "#inquiries/bookings/admin.ts";
import { fullName, isUpcoming } from "#inquiries/bookings/booking.ts";
import { inquiryCalls } from "#inquiries/kinds/web/inquiry-calls.ts";
import type { ShownKind } from "#inquiries/kinds/web/shown-kind.ts";
import { formatDay } from "#platform/dates.ts";
import { messageToast } from "#platform/web/toast.ts";
import { bookingKeys } from "../query-keys.ts";
import { MeetingBadges } from "../status-badge.tsx";

export const bookingCalls = inquiryCalls<AdminBooking, StatusChange, BookingCorrectionChange>({
  keys: bookingKeys,
  path: "/api/bookings",
  listPath: "/api/bookings/list",
  totalsPath: "/api/bookings/list/total",
  names: { one: "booking", many: "bookings" },
  detailsOf: (id) => `/api/bookings/${id}/details`,
  notesMethod: "PUT",
});

export const BOOKINGS: ShownKind<AdminBooking> = {
  calls: bookingCalls,
  list: "/admin/bookings",
  parameter: "booking",
  fallback: "Failed to load booking details",
  nameOf: fullName,
  isOpen: isUpcoming,
  badgeOf: (booking) => <MeetingBadges booking={booking} />,
  statusIcon: "icon-calendar-cog",
  stateOf: ({ propertyAddress }) => propertyAddress.state,
  standsFor: ({ meetingDate, meetingTime }) => `, for ${formatDay(meetingDate, "short")}, ${meetingTime}`,
};

export const markNoShow = mutationOptions({
  ...bookingCalls.change<NoShowChange>("no-show"),
  meta: {
    // A refusal may be due to another admin's change.
    mayChange: [bookingKeys.all],
    success: messageToast,
    fallback: "Failed to note the no-show",
  },
});
