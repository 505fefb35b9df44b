import { keepPreviousData, useMutation } from "@tanstack/react-query";
import { accountKeys } from "#accounts/own-account/web/query-keys.ts";
import { DAY_LIST_NAMES, type Day } from "#deals/day/day.ts";
import { FOLLOWED } from "#deals/follow-up/web/queries.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { useSteadyQuery } from "#platform/web/live/steady-query.ts";
import { messageToast } from "#platform/web/toast.ts";

export function useDay(mine: string) {
  return useSteadyQuery({
    queryKey: [...leadKeys.all, "day", mine],
    queryFn: ({ signal }) => callApi<Day>(`/api/day${mine && "?mine=yes"}`, { signal }),
    rowsOf: (day) => DAY_LIST_NAMES.flatMap((name) => [name, ...day[name].lines.map(({ lead }) => lead._id)]),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load the day", follows: [...FOLLOWED, accountKeys.own], staysLive: true },
  });
}

export function useMorningMail() {
  return useMutation({
    mutationFn: (on: boolean) =>
      callApi<{ message: string }>("/api/leads/morning-mail", { method: "PUT", body: { on } }),
    meta: { mayChange: [leadKeys.all], success: messageToast, fallback: "Failed to switch the morning mail" },
  });
}
