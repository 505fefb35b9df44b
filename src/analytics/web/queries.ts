// What the front page and the analytics page ask. The keys begin as those of the rooms do, so that a change there reaches here.
import { useQuery } from "@tanstack/react-query";
import type { Activity, Charts, FirstContactWeeks } from "#analytics/analytics.ts";
import type { Agenda, BookingStats } from "#bookings/admin.ts";
import type { ContactList, ContactStats } from "#contact/admin.ts";
import { callApi } from "#platform/web/api.ts";
import type { UserList } from "#users/filters.ts";

export const FAILED_STATISTICS = "Failed to load dashboard statistics";

export type UserCounts = Pick<UserList, "total" | "active">;

export function useBookingStats(fallback: string) {
  return useQuery({
    queryKey: ["bookings", "stats"],
    queryFn: ({ signal }) => callApi<BookingStats>("/api/bookings/stats", { signal }),
    meta: { fallback },
  });
}

export function useContactStats(fallback: string) {
  return useQuery({
    queryKey: ["contacts", "stats"],
    queryFn: ({ signal }) => callApi<ContactStats>("/api/contact/admin/stats", { signal }),
    meta: { fallback },
  });
}

export function useUserCounts(fallback: string) {
  return useQuery({
    queryKey: ["users", "counts"],
    // The counts are of all accounts, however few are listed.
    queryFn: ({ signal }): Promise<UserCounts> => callApi<UserList>("/api/users?page=1&limit=1", { signal }),
    meta: { fallback },
  });
}

export function useAgenda() {
  return useQuery({
    queryKey: ["agenda"],
    queryFn: ({ signal }) => callApi<Agenda>("/api/bookings/agenda", { signal }),
    meta: { fallback: "Failed to load bookings" },
  });
}

export function useNewMessages() {
  return useQuery({
    queryKey: ["contacts", "new"],
    queryFn: ({ signal }) => callApi<ContactList>("/api/contact/admin/submissions?status=New&limit=5", { signal }),
    meta: { fallback: "Failed to load contacts" },
  });
}

export function useActivity() {
  return useQuery({
    queryKey: ["activity"],
    queryFn: ({ signal }) => callApi<Activity>("/api/analytics/activity", { signal }),
    meta: { fallback: FAILED_STATISTICS },
  });
}

export function useCharts() {
  return useQuery({
    queryKey: ["charts"],
    queryFn: ({ signal }) => callApi<Charts>("/api/analytics/charts", { signal }),
    meta: { fallback: "Failed to load analytics data" },
  });
}

export function useFirstContactWeeks() {
  return useQuery({
    queryKey: ["first-contact"],
    queryFn: ({ signal }) => callApi<FirstContactWeeks>("/api/analytics/first-contact", { signal }),
    meta: { fallback: "Failed to load analytics data" },
  });
}
