// What the day sheet asks, and the calendar feeds beside it.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Feed, MadeFeed, NewFeed } from "#agenda/calendar-feeds.ts";
import type { DaySheet } from "#agenda/day-sheet.ts";
import { callApi } from "#platform/web/api.ts";

const FEEDS = "calendar-feeds";
const FEEDS_PATH = "/api/bookings/calendar-feeds";

/** The key begins as the lists' do: what is changed there changes the sheet. */
export function useDaySheet(query: string) {
  return useQuery({
    queryKey: ["bookings", "day-sheet", query],
    queryFn: ({ signal }) => callApi<DaySheet>(`/api/bookings/day-sheet${query && `?${query}`}`, { signal }),
    placeholderData: keepPreviousData,
    meta: { fallback: "Failed to load the day sheet" },
  });
}

export function useFeeds() {
  return useQuery({
    queryKey: [FEEDS],
    queryFn: ({ signal }) => callApi<{ feeds: Feed[] }>(FEEDS_PATH, { signal }),
    select: ({ feeds }) => feeds,
    meta: { fallback: "Failed to load your calendars" },
  });
}

export function useMakeFeed() {
  const reload = useReload();
  return useMutation({
    mutationFn: (form: NewFeed) => callApi<MadeFeed>(FEEDS_PATH, { method: "POST", body: form }),
    onSuccess: reload,
    meta: { fallback: "Failed to make the calendar" },
  });
}

export function useRevokeFeed() {
  const reload = useReload();
  return useMutation({
    mutationFn: (id: string) => callApi(`${FEEDS_PATH}/${id}`, { method: "DELETE" }),
    onSuccess: reload,
    meta: { success: "Calendar revoked", fallback: "Failed to revoke the calendar" },
  });
}

/** Not awaited: the dialog closes at once, the list follows. */
function useReload() {
  const client = useQueryClient();
  return () => {
    for (const key of [FEEDS, "activity"]) void client.invalidateQueries({ queryKey: [key] });
  };
}
