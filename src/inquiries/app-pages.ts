// The pages of this area in the application: the signed-in area and the way into it.
import type { Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  {
    path: "/admin/bookings",
    kind: "app",
    load: () => import("#inquiries/bookings/web/admin/bookings-page.tsx"),
    behind: "admin",
    dialog: "/admin/bookings/:id",
    navigation: { label: "Bookings", place: 4 },
  },
  {
    path: "/admin/day-sheet",
    kind: "app",
    load: () => import("#inquiries/agenda/web/day-sheet-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/availability",
    kind: "app",
    load: () => import("#inquiries/bookings/web/availability/availability-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/contacts",
    kind: "app",
    load: () => import("#inquiries/contact/web/contacts-page.tsx"),
    behind: "admin",
    dialog: "/admin/contacts/:id",
    navigation: { label: "Contacts", place: 5 },
  },
];
