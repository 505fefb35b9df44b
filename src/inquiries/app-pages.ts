import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage(
    "/admin/bookings",
    "Bookings",
    ["answer"],
    () => import("#inquiries/bookings/web/admin/bookings-page.tsx"),
    {
      dialog: "/admin/bookings/:id",
      tabs: [{ label: "List", order: 1 }],
    },
  ),
  adminPage("/admin/day-sheet", "Bookings", ["answer"], () => import("#inquiries/agenda/web/day-sheet-page.tsx"), {
    tabs: [{ label: "Calendar", order: 2 }],
  }),
  adminPage(
    "/admin/availability",
    "Bookings",
    ["run"],
    () => import("#inquiries/bookings/web/availability/availability-page.tsx"),
    { tabs: [{ label: "Availability", order: 3 }] },
  ),
  adminPage("/admin/keys/:id", "Settings", ["run"], () => import("#inquiries/added-leads/web/lead-key-page.tsx")),
  adminPage("/admin/roster", "Users", ["answer"], () => import("#inquiries/roster/web/roster-page.tsx"), {
    tabs: [{ label: "Roster", order: 2 }],
  }),
  adminPage("/admin/contacts", "Contacts", ["answer"], () => import("#inquiries/contact/web/contacts-page.tsx"), {
    dialog: "/admin/contacts/:id",
    tabs: [{ label: "Contacts", order: 1 }],
  }),
];
