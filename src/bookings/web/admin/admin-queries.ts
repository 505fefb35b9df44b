// What the admin pages ask about bookings, and what they change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { AdminBooking, BookingAnswer, BookingChanged, BookingList, StatusChange } from "#bookings/admin.ts";
import type { MeetingType } from "#bookings/meeting-types.ts";
import type { OpenDays, OpenSlots } from "#bookings/open-times.ts";
import { FIRST_CONTACT_FAILED, type FirstContactChange } from "#leads/lead.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { conflictIn } from "#platform/web/conflict.ts";
import { reload } from "#platform/web/query-client.ts";
import { bookingKeys } from "../query-keys.ts";

export function useBookings(query: string) {
  return useQuery({
    queryKey: bookingKeys.list(query),
    queryFn: ({ signal }) => callApi<BookingList>(`/api/bookings/list${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load bookings" },
  });
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

/** Days with times for one type of meeting. */
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

export function useChangeStatus() {
  const show = useShow();
  return useMutation({
    mutationFn: ({ id, ...change }: StatusChange & { id: string }) =>
      callApi<BookingChanged>(`/api/bookings/${id}/status`, { method: "PATCH", body: change }),
    onSuccess: show,
    meta: {
      changes: [bookingKeys.all],
      success: "Booking status updated successfully",
      fallback: "Failed to update status",
    },
  });
}

export function useSaveNotes() {
  const show = useShow();
  return useMutation({
    mutationFn: ({ id, ...change }: { id: string; notes: string; version: number }) =>
      callApi<BookingChanged>(`/api/bookings/${id}/notes`, { method: "PUT", body: change }),
    onSuccess: show,
    meta: { changes: [bookingKeys.all], success: "Notes added successfully", fallback: "Failed to add notes" },
  });
}

export function useMarkFirstContact() {
  const show = useShow();
  return useMutation({
    mutationFn: ({ id, ...change }: FirstContactChange & { id: string }) =>
      callApi<BookingChanged>(`/api/bookings/${id}/first-contact`, { method: "PATCH", body: change }),
    onSuccess: show,
    onError: (error) => {
      const present = conflictIn<AdminBooking>(error, "booking");
      if (!present) return;
      show({ booking: present });
      reload(bookingKeys.all);
    },
    meta: {
      changes: [bookingKeys.all],
      success: (answer) => ({ title: "Success", description: (answer as BookingChanged).message }),
      fallback: FIRST_CONTACT_FAILED,
    },
  });
}

/** Row and dialog say at once what the server answered. */
function useShow() {
  const client = useQueryClient();
  return ({ booking }: Pick<BookingChanged, "booking">) => {
    client.setQueriesData<BookingList>(
      { queryKey: bookingKeys.lists },
      (list) => list && { ...list, bookings: list.bookings.map((one) => (one._id === booking._id ? booking : one)) },
    );
    client.setQueryData<AdminBooking>(bookingKeys.record(booking._id), (one) => one && booking);
  };
}
