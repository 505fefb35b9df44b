import { useMutation, useQuery } from "@tanstack/react-query";
import type { PublicBooking } from "#bookings/booking.ts";
import type { DayAvailability } from "#bookings/slots.ts";
import { callApi } from "#platform/web/api.ts";

type SlotsAnswer = { date: string; timeZone: string; slots: string[] };
type DaysAnswer = { timeZone: string; days: DayAvailability[] };
type BookedAnswer = { message: string; bookingId: string; manageUrl: string };

const SLOTS_FAILED = { fallback: "Failed to load available time slots" };

/** Every day that is open for booking, and why others are not. */
export function useAvailableDays() {
  return useQuery({
    queryKey: ["available-days"],
    queryFn: ({ signal }) => callApi<DaysAnswer>("/api/bookings/available-days", { signal }),
    select: ({ days }) => days,
    meta: SLOTS_FAILED,
  });
}

/** The free times of a day. Choosing another day gives up the request for this one. */
export function useSlots(date: string | undefined) {
  return useQuery({
    queryKey: ["available-slots", date],
    queryFn: ({ signal }) => callApi<SlotsAnswer>(`/api/bookings/available-slots?date=${date}`, { signal }),
    select: ({ slots }) => slots,
    enabled: date !== undefined,
    // Somebody else may take a time while this page is open.
    staleTime: 0,
    gcTime: 0,
    meta: SLOTS_FAILED,
  });
}

export function useBookMeeting() {
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: unknown; idempotencyKey: string }) =>
      callApi<BookedAnswer>("/api/bookings", { method: "POST", body, idempotencyKey }),
    meta: { fallback: "Failed to book meeting. Please try again." },
  });
}

export function useBooking(id: string | undefined) {
  return useQuery({
    queryKey: ["booking", id],
    queryFn: ({ signal }) =>
      callApi<{ booking: PublicBooking }>(`/api/bookings/${encodeURIComponent(id ?? "")}`, { signal }),
    select: ({ booking }) => booking,
    enabled: id !== undefined,
    meta: { fallback: "Failed to load booking details" },
  });
}
