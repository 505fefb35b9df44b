import { mutationOptions, useQuery } from "@tanstack/react-query";
import { CLOSURES_PATH } from "#company/shell/opening-hours.ts";
import type { AvailabilityAnswer, AvailabilityChange, OutsideAnswer } from "#inquiries/bookings/availability.ts";
import type { History } from "#platform/audit-log.ts";
import { callApi } from "#platform/web/api.ts";
import { useMay } from "#platform/web/hooks/use-session.ts";
import { bookingKeys } from "../query-keys.ts";

/** The keys are not those of bookings, because changes of bookings must not reload the availability. */
const availabilityKeys = {
  present: ["availability", "present"],
  history: (version: number) => ["availability", "history", version],
};

const PATH = "/api/bookings/availability";

/** The answer is never reloaded while the page is open, because the input is compared with it. */
export function useAvailability() {
  const may = useMay();
  return useQuery({
    enabled: may("run"),
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

/** A dry run returns the bookings that would fall outside the rules. */
export const checkAvailability = mutationOptions({
  mutationFn: ({ availability }: AvailabilityChange) =>
    callApi<OutsideAnswer>(`${PATH}/check`, { method: "POST", body: availability }),
  meta: { fallback: "Failed to look through the bookings" },
});

export const saveAvailability = mutationOptions({
  mutationFn: (change: AvailabilityChange) => callApi<AvailabilityAnswer>(PATH, { method: "PUT", body: change }),
  // Public pages read closed days from this URL and cache the answer under it.
  meta: {
    changes: [bookingKeys.openTimes, [CLOSURES_PATH]],
    success: "Availability saved",
    fallback: "Failed to save the availability",
  },
});
