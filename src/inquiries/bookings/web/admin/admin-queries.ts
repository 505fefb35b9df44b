import { keepPreviousData, mutationOptions, useQuery } from "@tanstack/react-query";
import type {
  AdminBooking,
  BookingCorrectionChange,
  BookingList,
  BookingTotals,
  NoShowChange,
  StatusChange,
} from "#inquiries/bookings/admin.ts";
import { fullName, isUpcoming } from "#inquiries/bookings/booking.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import type { OpenDays, OpenSlots } from "#inquiries/bookings/open-times.ts";
import { inquiryCalls } from "#inquiries/kinds/web/inquiry-calls.ts";
import type { ShownKind } from "#inquiries/kinds/web/inquiry-dialogs.tsx";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { formatDay } from "#platform/dates.ts";
import { isSlowToCount } from "#platform/search.ts";
import { callApi } from "#platform/web/api.ts";
import { idsOf, useSteadyQuery } from "#platform/web/live/steady-query.ts";
import { messageToast } from "#platform/web/toast.ts";
import { bookingKeys } from "../query-keys.ts";

const TOTALS_STALE_MS = 60_000;

/** The total comes with the list, or after it if counting is slow. */
export function useBookings(query: string, search: string) {
  const isCountedLater = isSlowToCount(search);
  const bookings = useSteadyQuery({
    queryKey: bookingKeys.list(query),
    queryFn: ({ signal }) => {
      const parameters = [query, isCountedLater && "total=later"].filter(Boolean).join("&");
      return callApi<BookingList>(`/api/bookings/list${parameters && `?${parameters}`}`, { signal });
    },
    rowsOf: (list) => idsOf(list.bookings),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load bookings", follows: [permissionKeys.all, leadKeys.all] },
  });
  const totals = useQuery({
    queryKey: bookingKeys.totals(withoutPage(query)),
    queryFn: ({ signal }) => callApi<BookingTotals>(`/api/bookings/list/total?${withoutPage(query)}`, { signal }),
    enabled: isCountedLater && bookings.isSuccess && !bookings.isPlaceholderData,
    // The next page reuses the count.
    staleTime: TOTALS_STALE_MS,
    meta: { fallback: "Failed to count bookings" },
  });
  return { bookings, totals: isCountedLater ? totals : undefined };
}

function withoutPage(query: string): string {
  const filters = new URLSearchParams(query);
  filters.delete("page");
  return filters.toString();
}

export function useOpenDays(meetingType: MeetingType) {
  return useQuery({
    queryKey: bookingKeys.openDays(meetingType),
    queryFn: ({ signal }) => callApi<OpenDays>(`/api/bookings/available-days?meetingType=${meetingType}`, { signal }),
    meta: { fallback: "Failed to load available time slots" },
  });
}

export function useFreeSlots(date: string, meetingType: MeetingType) {
  const query = `date=${date}&meetingType=${meetingType}`;
  return useQuery({
    queryKey: bookingKeys.openSlots(date, meetingType),
    queryFn: ({ signal }) => callApi<OpenSlots>(`/api/bookings/available-slots?${query}`, { signal }),
    enabled: date !== "",
    meta: { fallback: "Failed to load available time slots" },
  });
}

export const bookingCalls = inquiryCalls<AdminBooking, StatusChange, BookingCorrectionChange>({
  keys: bookingKeys,
  path: "/api/bookings",
  names: { one: "booking", many: "bookings" },
  detailsOf: (id) => `/api/bookings/${id}/details`,
  notesMethod: "PUT",
});

export const BOOKINGS: ShownKind<AdminBooking> = {
  calls: bookingCalls,
  list: "/admin/bookings",
  parameter: "booking",
  recordKey: bookingKeys.record,
  fallback: "Failed to load booking details",
  nameOf: fullName,
  isOpen: isUpcoming,
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
