import { mutationOptions, queryOptions, useQuery } from "@tanstack/react-query";
import type { BookingConfirmed } from "#inquiries/bookings/booking.ts";
import type { MeetingType } from "#inquiries/bookings/meeting-types.ts";
import type { OpenDays, OpenSlots } from "#inquiries/bookings/open-times.ts";
import { callApi } from "#platform/web/api.ts";
import { bookingKeys } from "./query-keys.ts";

const SLOTS_FAILED = { fallback: "Failed to load available time slots" };

/** Until a type is chosen, the days suit every type. `typeThatMatters` is undefined unless the days depend on it. */
export function useAvailableDays(meetingType: MeetingType | undefined) {
  const forEveryType = useQuery(daysOf(undefined));
  const typeThatMatters = forEveryType.data?.dependsOnMeetingType ? meetingType : undefined;
  const forType = useQuery(daysOf(typeThatMatters));
  const { data, isError, refetch } = forType.data ? forType : forEveryType;
  return { days: data?.days, isError, refetch, typeThatMatters };
}

function daysOf(meetingType: MeetingType | undefined) {
  const query = meetingType ? `?meetingType=${meetingType}` : "";
  return queryOptions({
    queryKey: bookingKeys.openDays(meetingType),
    queryFn: ({ signal }) => callApi<OpenDays>(`/api/bookings/available-days${query}`, { signal }),
    meta: SLOTS_FAILED,
  });
}

/** Choosing another day aborts the request. */
export function useSlots(date: string | undefined, meetingType: MeetingType | undefined) {
  const query = `date=${date}${meetingType ? `&meetingType=${meetingType}` : ""}`;
  return useQuery({
    queryKey: bookingKeys.openSlots(date, meetingType),
    queryFn: ({ signal }) => callApi<OpenSlots>(`/api/bookings/available-slots?${query}`, { signal }),
    enabled: date !== undefined,
    // Another visitor may take a time while this page is open.
    staleTime: 0,
    gcTime: 0,
    meta: SLOTS_FAILED,
  });
}

export const bookMeeting = mutationOptions({
  mutationFn: ({ body, idempotencyKey }: { body: unknown; idempotencyKey: string }) =>
    callApi<BookingConfirmed>("/api/bookings", { method: "POST", body, idempotencyKey }),
  meta: { fallback: "Failed to book meeting. Please try again." },
});
