// What the front page and the analytics page ask. The keys begin as those of the rooms do, so that a change there reaches here.
import { useQuery } from "@tanstack/react-query";
import type { Activity, Charts, FirstContactWeeks } from "#analytics/analytics.ts";
import type { Agenda, BookingStats } from "#bookings/filters.ts";
import type { ContactList, ContactStats } from "#contact/admin.ts";
import { callApi } from "#platform/web/api.ts";

export const FAILED_STATISTICS = "Failed to load dashboard statistics";

type Listed = { active?: boolean; isActive?: boolean };
export type UserCounts = { total: number; active: number };

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
    queryFn: async ({ signal }): Promise<UserCounts> => {
      const { users } = await callApi<{ users: Listed[] }>("/api/users", { signal });
      return { total: users.length, active: users.filter(({ active, isActive }) => active ?? isActive).length };
    },
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
