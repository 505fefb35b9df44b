import { mutationOptions, useQuery } from "@tanstack/react-query";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import type { Roster, RosterChange } from "#inquiries/roster/roster.ts";
import { callApi } from "#platform/web/api.ts";
import { rosterKeys } from "./query-keys.ts";

const PATH = "/api/roster";

export function useRoster() {
  return useQuery({
    queryKey: rosterKeys.all,
    queryFn: ({ signal }) => callApi<Roster>(PATH, { signal }),
    meta: { fallback: "Failed to load the roster", follows: [userKeys.all] },
  });
}

export const changeRoster = mutationOptions({
  mutationFn: (change: RosterChange) => callApi<Roster>(PATH, { method: "PUT", body: change }),
  meta: { mayChange: [rosterKeys.all], success: "Roster saved", fallback: "Failed to save the roster" },
});

export const takeDayOff = mutationOptions({
  mutationFn: (off: boolean) => callApi<Roster>(`${PATH}/day-off`, { method: "PUT", body: { off } }),
  meta: { mayChange: [rosterKeys.all], fallback: "Failed to save it" },
});
