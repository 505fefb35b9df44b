import { CALL_BACK_ASKED_PAGE, CALL_BACK_PAGE } from "#company/shell/call-back.ts";
import { CALL_BACK_ENTRY, type Route } from "#company/shell/web/page.ts";

export const pages: readonly Route[] = [
  {
    path: "/contact",
    words: ["contact", "callBack"],
    kind: "form",
    entry: "src/inquiries/contact/web/contact.entry.tsx",
    load: () => import("#inquiries/contact/web/contact-page.tsx"),
    indexed: true,
  },
  {
    path: "/book-meeting",
    kind: "form",
    entry: "src/inquiries/bookings/web/book/book-meeting.entry.tsx",
    load: () => import("#inquiries/bookings/web/book/book-meeting-page.tsx"),
    indexed: true,
  },
  {
    path: "/booking-confirmation/:id",
    words: ["meetings"],
    kind: "form",
    entry: "src/inquiries/bookings/web/book/booking-confirmation.entry.tsx",
    load: () => import("#inquiries/bookings/web/book/booking-confirmation-page.tsx"),
  },
  {
    path: "/manage-meeting",
    kind: "form",
    entry: "src/inquiries/bookings/web/visitor/manage-meeting.entry.tsx",
    load: () => import("#inquiries/bookings/web/visitor/manage-meeting-page.tsx"),
  },
  {
    path: CALL_BACK_PAGE,
    kind: "content",
    entry: CALL_BACK_ENTRY,
    load: () => import("#inquiries/calls/web/call-back-page.tsx"),
  },
  { path: CALL_BACK_ASKED_PAGE, kind: "content", load: () => import("#inquiries/calls/web/call-back-asked-page.tsx") },
  {
    path: "/stop-reminders/:id",
    kind: "content",
    load: () => import("#inquiries/bookings/web/visitor/stop-reminders-page.tsx"),
  },
  {
    path: "/reminders-stopped",
    kind: "content",
    load: () => import("#inquiries/bookings/web/visitor/reminders-stopped-page.tsx"),
  },
];
