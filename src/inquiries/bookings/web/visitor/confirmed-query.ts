import { useQuery } from "@tanstack/react-query";
import type { PublicBookingAnswer } from "#inquiries/bookings/managed-meeting.ts";
import { callApi } from "#platform/web/api.ts";
import { bookingKeys } from "../query-keys.ts";

const PROMISE_CHECK_MS = 30_000;

export function useBooking(id: string | undefined) {
  return useQuery({
    queryKey: bookingKeys.confirmed(id),
    queryFn: ({ signal }) => callApi<PublicBookingAnswer>(`/api/bookings/${encodeURIComponent(id ?? "")}`, { signal }),
    select: ({ booking, calls }) => ({ ...booking, calls }),
    enabled: id !== undefined,
    // Until they are called.
    refetchInterval: ({ state }) => (state.data?.promise ? PROMISE_CHECK_MS : false),
    meta: { fallback: "Failed to load booking details" },
  });
}
