// What the page of the owner's availability asks, and what it changes.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Availability, AvailabilityAnswer, Outside } from "#bookings/availability.ts";
import type { HistoryLine } from "#platform/history.ts";
import { callApi } from "#platform/web/api.ts";

const PATH = "/api/bookings/availability";

/** As it was when the page was opened: what is typed is compared with it, so it is not loaded anew under somebody's hands. */
export function useAvailability() {
  return useQuery({
    queryKey: ["availability"],
    queryFn: ({ signal }) => callApi<AvailabilityAnswer>(PATH, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { fallback: "Failed to load the availability" },
  });
}

export function useAvailabilityHistory(version: number) {
  return useQuery({
    queryKey: ["availability-history", version],
    queryFn: ({ signal }) => callApi<{ history: HistoryLine[] }>(`${PATH}/history`, { signal }),
    meta: { fallback: "Failed to load the history" },
  });
}

/** Which bookings would fall outside; nothing is changed. */
export function useCheckAvailability() {
  return useMutation({
    mutationFn: (availability: Availability) =>
      callApi<{ outside: Outside }>(`${PATH}/check`, { method: "POST", body: availability }),
    meta: { fallback: "Failed to look through the bookings" },
  });
}

export function useSaveAvailability() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { availability: Availability; version: number }) =>
      callApi<AvailabilityAnswer>(PATH, { method: "PUT", body: change }),
    onSuccess: () => {
      for (const key of ["available-days", "available-slots", "closures"])
        void client.invalidateQueries({ queryKey: [key] });
    },
    meta: { success: "Availability saved", fallback: "Failed to save the availability" },
  });
}
