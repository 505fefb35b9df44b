// What the page of the owner's availability asks, and what it changes.
import { mutationOptions, useQuery } from "@tanstack/react-query";
import type { AvailabilityAnswer, AvailabilityChange, OutsideAnswer } from "#bookings/availability.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { CLOSURES_PATH } from "#shell/opening-hours.ts";
import { bookingKeys } from "../query-keys.ts";

/** None of bookings': what changes there is no reason to load this anew. */
const availabilityKeys = {
  present: ["availability", "present"],
  history: (version: number) => ["availability", "history", version],
};

const PATH = "/api/bookings/availability";

/** As it was when the page was opened: what is typed is compared with it, so it is not loaded anew under somebody's hands. */
export function useAvailability() {
  return useQuery({
    queryKey: availabilityKeys.present,
    queryFn: ({ signal }) => callApi<AvailabilityAnswer>(PATH, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { fallback: "Failed to load the availability" },
  });
}

export function useAvailabilityAuditLog(version: number) {
  return useQuery({
    queryKey: availabilityKeys.history(version),
    queryFn: ({ signal }) => callApi<History>(`${PATH}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

/** Which bookings would fall outside; nothing is changed. */
export const checkAvailability = mutationOptions({
  mutationFn: ({ availability }: AvailabilityChange) =>
    callApi<OutsideAnswer>(`${PATH}/check`, { method: "POST", body: availability }),
  meta: { fallback: "Failed to look through the bookings" },
});

export const saveAvailability = mutationOptions({
  mutationFn: (change: AvailabilityChange) => callApi<AvailabilityAnswer>(PATH, { method: "PUT", body: change }),
  // The pages ask at that address which days are closed, and keep the answer under it.
  meta: {
    changes: [bookingKeys.openTimes, [CLOSURES_PATH]],
    success: "Availability saved",
    fallback: "Failed to save the availability",
  },
});
