import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin", () => import("#operation/analytics/web/admin-dashboard-page.tsx"), {
    navigation: { label: "Dashboard", place: 1 },
  }),
  adminPage("/admin/analytics", () => import("#operation/analytics/web/analytics-page.tsx"), {
    navigation: { label: "Analytics", place: 8 },
  }),
  adminPage("/admin/system", () => import("#operation/system/web/system-page.tsx")),
  adminPage("/admin/audit-log", () => import("#operation/audit-log/web/audit-log-page.tsx")),
];
