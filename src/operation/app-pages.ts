import type { Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  {
    path: "/admin",
    kind: "app",
    load: () => import("#operation/analytics/web/admin-dashboard-page.tsx"),
    behind: "admin",
    navigation: { label: "Dashboard", place: 1 },
  },
  {
    path: "/admin/analytics",
    kind: "app",
    load: () => import("#operation/analytics/web/analytics-page.tsx"),
    behind: "admin",
    navigation: { label: "Analytics", place: 8 },
  },
  { path: "/admin/system", kind: "app", load: () => import("#operation/system/web/system-page.tsx"), behind: "admin" },
  {
    path: "/admin/audit-log",
    kind: "app",
    load: () => import("#operation/audit-log/web/audit-log-page.tsx"),
    behind: "admin",
  },
];
