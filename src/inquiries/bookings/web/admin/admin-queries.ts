import { keepPreviousData, mutationOptions, type QueryClient, useQuery } from "@tanstack/react-query";
import type {
  AdminBooking,
  BookingAnswer,
  BookingChanged,
  BookingCorrectionChange,
  BookingList,
  BookingTotals,
  NoShowChange,
  NotesChange,
  StatusChange,
} from "#inquiries/bookings/admin.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import type { OpenDays, OpenSlots } from "#inquiries/bookings/open-times.ts";
import { useFirstContactChange } from "#people/leads/web/queries.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import type { History } from "#platform/audit-log.ts";
import { isSlowToCount } from "#platform/search.ts";
import { callApi } from "#platform/web/api.ts";
import { messageToast } from "#platform/web/toast.ts";
import { bookingKeys } from "../query-keys.ts";

const TOTALS_STALE_MS = 60_000;

/** The total comes with the list, or after it if counting is slow. */
export function useBookings(query: string, search: string) {
  const isCountedLater = isSlowToCount(search);
  const bookings = useQuery({
    queryKey: bookingKeys.list(query),
    queryFn: ({ signal }) => {
      const parameters = [query, isCountedLater && "total=later"].filter(Boolean).join("&");
      return callApi<BookingList>(`/api/bookings/list${parameters && `?${parameters}`}`, { signal });
    },
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

export async function loadBooking(id: string, signal: AbortSignal): Promise<AdminBooking> {
  const { booking } = await callApi<BookingAnswer>(`/api/bookings/${encodeURIComponent(id)}/details`, { signal });
  return booking;
}

export function useBookingAuditLog(booking: AdminBooking) {
  return useQuery({
    queryKey: bookingKeys.history(booking._id, booking.version),
    queryFn: ({ signal }) => callApi<History>(`/api/bookings/${booking._id}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
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

export const changeStatus = mutationOptions({
  mutationFn: ({ id, ...change }: StatusChange & { id: string }) =>
    callApi<BookingChanged>(`/api/bookings/${id}/status`, { method: "PATCH", body: change }),
  onSuccess: ({ booking }, _change, _context, { client }) => showChanged(client, booking),
  meta: {
    changes: [bookingKeys.all],
    success: "Booking status updated successfully",
    fallback: "Failed to update status",
  },
});

export const saveNotes = mutationOptions({
  mutationFn: ({ id, ...change }: NotesChange & { id: string }) =>
    callApi<BookingChanged>(`/api/bookings/${id}/notes`, { method: "PUT", body: change }),
  onSuccess: ({ booking }, _change, _context, { client }) => showChanged(client, booking),
  meta: { changes: [bookingKeys.all], success: "Notes added successfully", fallback: "Failed to add notes" },
});

export const correctBooking = mutationOptions({
  mutationFn: ({ id, ...change }: BookingCorrectionChange & { id: string }) =>
    callApi<BookingChanged>(`/api/bookings/${id}/correction`, { method: "PATCH", body: change }),
  onSuccess: ({ booking }, _change, _context, { client }) => showChanged(client, booking),
  meta: {
    changes: [bookingKeys.all],
    success: "Booking corrected successfully",
    fallback: "Failed to correct the booking",
  },
});

export function useMarkFirstContact() {
  return useFirstContactChange<AdminBooking, BookingChanged>({
    pathOf: (id) => `/api/bookings/${id}/first-contact`,
    recordName: "booking",
    keys: bookingKeys,
    show: showChanged,
  });
}

export const markNoShow = mutationOptions({
  mutationFn: ({ id, ...change }: NoShowChange & { id: string }) =>
    callApi<BookingChanged>(`/api/bookings/${id}/no-show`, { method: "PATCH", body: change }),
  onSuccess: ({ booking }, _change, _context, { client }) => showChanged(client, booking),
  meta: {
    // A refusal may be due to another admin's change.
    mayChange: [bookingKeys.all],
    success: messageToast,
    fallback: "Failed to note the no-show",
  },
});

/** The list and the dialog show the server's answer at once. */
function showChanged(client: QueryClient, booking: AdminBooking): void {
  client.setQueriesData<BookingList>(
    { queryKey: bookingKeys.lists },
    (list) => list && { ...list, bookings: list.bookings.map((one) => (one._id === booking._id ? booking : one)) },
  );
  client.setQueryData<AdminBooking>(bookingKeys.record(booking._id), (one) => one && booking);
}
