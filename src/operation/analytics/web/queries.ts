import { useQuery } from "@tanstack/react-query";
import type { UserList } from "#accounts/users/admin.ts";
import { userKeys } from "#accounts/users/web/query-keys.ts";
import type { BookingStats } from "#inquiries/bookings/admin.ts";
import { bookingKeys } from "#inquiries/bookings/web/query-keys.ts";
import type { ContactStats } from "#inquiries/contact/admin.ts";
import { contactKeys } from "#inquiries/contact/web/query-keys.ts";
import type { ChartFigures, FirstContactWeeks } from "#operation/analytics/admin.ts";
import { leadKeys } from "#people/leads/web/query-keys.ts";
import { callApi } from "#platform/web/api.ts";

export const FAILED_STATISTICS = "Failed to load dashboard statistics";

const analyticsKeys = {
  bookings: ["analytics", "bookings"],
  contacts: ["analytics", "contacts"],
  users: ["analytics", "users"],
  charts: ["analytics", "charts"],
  firstContact: ["analytics", "first-contact"],
};

const INQUIRIES = [bookingKeys.all, contactKeys.all];

export type UserCounts = Pick<UserList, "total" | "active">;

export function useBookingStats(fallback: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: analyticsKeys.bookings,
    queryFn: ({ signal }) => callApi<BookingStats>("/api/bookings/stats", { signal }),
    meta: { fallback, follows: [bookingKeys.all] },
  });
}

export function useContactStats(fallback: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: analyticsKeys.contacts,
    queryFn: ({ signal }) => callApi<ContactStats>("/api/contact/admin/stats", { signal }),
    meta: { fallback, follows: [contactKeys.all] },
  });
}

export function useUserCounts(fallback: string, enabled: boolean) {
  return useQuery({
    enabled,
    queryKey: analyticsKeys.users,
    queryFn: ({ signal }): Promise<UserCounts> => callApi<UserList>("/api/users?page=1&limit=1", { signal }),
    meta: { fallback, follows: [userKeys.all] },
  });
}

export function useCharts() {
  return useQuery({
    queryKey: analyticsKeys.charts,
    queryFn: ({ signal }) => callApi<ChartFigures>("/api/analytics/charts", { signal }),
    meta: { fallback: "Failed to load analytics data", follows: [...INQUIRIES, leadKeys.all] },
  });
}

export function useFirstContactWeeks() {
  return useQuery({
    queryKey: analyticsKeys.firstContact,
    queryFn: ({ signal }) => callApi<FirstContactWeeks>("/api/analytics/first-contact", { signal }),
    meta: { fallback: "Failed to load analytics data", follows: [...INQUIRIES, leadKeys.all] },
  });
}
