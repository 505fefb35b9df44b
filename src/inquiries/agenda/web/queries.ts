import { keepPreviousData, mutationOptions, useMutation, useQuery } from "@tanstack/react-query";
import type { CreatedFeed, DaySheet, Feeds, NewFeed } from "#inquiries/agenda/admin.ts";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import { permissionKeys } from "#people/permissions/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";
import { idsOf, useSteadyQuery } from "#platform/web/live/steady-query.ts";
import { agendaKeys } from "./query-keys.ts";

const FEEDS_PATH = "/api/bookings/calendar-feeds";

export function useDaySheet(query: string) {
  return useSteadyQuery({
    queryKey: agendaKeys.daySheet(query),
    queryFn: ({ signal }) => callApi<DaySheet>(`/api/bookings/day-sheet${query && `?${query}`}`, { signal }),
    rowsOf: ({ days }) => days.flatMap(({ date, meetings }) => [date, ...idsOf(meetings)]),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load the day sheet", follows: [bookingKeys.all, permissionKeys.all] },
  });
}

/** What is printed is counted before the browser prints the page. */
export const printDaySheet = mutationOptions({
  mutationFn: (query: string) => callApi<DaySheet>(`/api/bookings/day-sheet/print${query && `?${query}`}`),
  onSuccess: () => print(),
  meta: { fallback: "Failed to print the day sheet" },
});

export function useFeeds() {
  return useQuery({
    queryKey: agendaKeys.feeds,
    queryFn: ({ signal }) => callApi<Feeds>(FEEDS_PATH, { signal }),
    select: ({ feeds }) => feeds,
    meta: { fallback: "Failed to load your calendars" },
  });
}

export const makeFeed = mutationOptions({
  mutationFn: (feed: NewFeed) => callApi<CreatedFeed>(FEEDS_PATH, { method: "POST", body: feed }),
  meta: { changes: [agendaKeys.feeds], fallback: "Failed to create the calendar" },
});

export function useRevokeFeed() {
  return useMutation({
    mutationFn: (id: string) => callApi(`${FEEDS_PATH}/${id}`, { method: "DELETE" }),
    meta: { changes: [agendaKeys.feeds], success: "Calendar revoked", fallback: "Failed to revoke the calendar" },
  });
}
