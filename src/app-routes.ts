// The signed-in area and the way into it. A file of its own: its bundle must not hold what public pages import.
import type { Route } from "#shell/web/page.ts";

/** One React application with client-side navigation. */
export const appRoutes: Route[] = [
  { path: "/login", kind: "app", load: () => import("#auth/web/login-page.tsx"), prerendered: true },
  { path: "/register", kind: "app", load: () => import("#auth/web/register-page.tsx"), prerendered: true },
  { path: "/dashboard", kind: "app", load: () => import("#users/web/dashboard-page.tsx"), behind: "sign-in" },
  { path: "/admin", kind: "app", load: () => import("#analytics/web/admin-dashboard-page.tsx"), behind: "admin" },
  {
    path: "/admin/bookings",
    kind: "app",
    load: () => import("#bookings/web/admin/bookings-page.tsx"),
    behind: "admin",
    dialog: "/admin/bookings/:id",
  },
  { path: "/admin/day-sheet", kind: "app", load: () => import("#agenda/web/day-sheet-page.tsx"), behind: "admin" },
  {
    path: "/admin/availability",
    kind: "app",
    load: () => import("#bookings/web/availability/availability-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/contacts",
    kind: "app",
    load: () => import("#contact/web/contacts-page.tsx"),
    behind: "admin",
    dialog: "/admin/contacts/:id",
  },
  { path: "/admin/users", kind: "app", load: () => import("#users/web/users-page.tsx"), behind: "admin" },
  { path: "/admin/people", kind: "app", load: () => import("#people/web/person-page.tsx"), behind: "admin" },
  {
    path: "/admin/people/requests",
    kind: "app",
    load: () => import("#people/web/privacy-requests-page.tsx"),
    behind: "admin",
  },
  { path: "/admin/analytics", kind: "app", load: () => import("#analytics/web/analytics-page.tsx"), behind: "admin" },
  { path: "/admin/campaigns", kind: "app", load: () => import("#campaigns/web/campaigns-page.tsx"), behind: "admin" },
  { path: "/admin/mail", kind: "app", load: () => import("#mail/web/mail-page.tsx"), behind: "admin" },
  { path: "/admin/import", kind: "app", load: () => import("#imports/web/import-page.tsx"), behind: "admin" },
  { path: "/admin/site", kind: "app", load: () => import("#desk/web/desk-page.tsx"), behind: "admin" },
  { path: "/admin/site/history", kind: "app", load: () => import("#desk/web/history-page.tsx"), behind: "admin" },
  { path: "/admin/webhooks", kind: "app", load: () => import("#webhooks/web/webhooks-page.tsx"), behind: "admin" },
];
