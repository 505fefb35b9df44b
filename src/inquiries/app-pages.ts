import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/bookings", () => import("#inquiries/bookings/web/admin/bookings-page.tsx"), {
    dialog: "/admin/bookings/:id",
    navigation: { label: "Bookings", place: 4 },
  }),
  adminPage("/admin/day-sheet", () => import("#inquiries/agenda/web/day-sheet-page.tsx")),
  adminPage("/admin/availability", () => import("#inquiries/bookings/web/availability/availability-page.tsx")),
  adminPage("/admin/contacts", () => import("#inquiries/contact/web/contacts-page.tsx"), {
    dialog: "/admin/contacts/:id",
    navigation: { label: "Contacts", place: 5 },
  }),
];
