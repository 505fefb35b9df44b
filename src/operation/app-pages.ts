import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin", "Dashboard", [], () => import("#operation/analytics/web/admin-dashboard-page.tsx"), {
    tabs: [{ label: "Dashboard", order: 1 }],
  }),
  adminPage("/admin/analytics", "Analytics", ["numbers"], () => import("#operation/analytics/web/analytics-page.tsx"), {
    tabs: [{ label: "Overview", order: 1 }],
  }),
  adminPage(
    "/admin/analytics/speed",
    "Analytics",
    ["numbers"],
    () => import("#operation/analytics/web/speed-page.tsx"),
    {
      tabs: [{ label: "Speed", order: 3 }],
    },
  ),
  adminPage("/admin/system", "Settings", ["run"], () => import("#operation/system/web/system-page.tsx"), {
    tabs: [{ label: "System", order: 8 }],
  }),
  adminPage("/admin/audit-log", "Settings", ["run"], () => import("#operation/audit-log/web/audit-log-page.tsx"), {
    tabs: [{ label: "Audit Log", order: 7 }],
  }),
];
