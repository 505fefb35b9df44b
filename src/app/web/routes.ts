// Every public page; those of the application are in app-routes.ts. The server answers any other path with the not-found page.

import type { Route } from "#company/shell/web/page.ts";
import type { Situation } from "#site/marketing/situations.ts";

export const publicRoutes: Route[] = [
  { path: "/", kind: "content", load: () => import("#site/marketing/web/home-page.tsx"), indexed: true },
  { path: "/about", kind: "content", load: () => import("#site/marketing/web/about-page.tsx"), indexed: true },
  {
    path: "/contact",
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
    path: "/offer",
    kind: "form",
    entry: "src/deals/offers/web/seller/offer.entry.tsx",
    load: () => import("#deals/offers/web/seller/offer-page.tsx"),
  },
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
  { path: "/stop/:token", kind: "content", load: () => import("#people/permissions/web/visitor/stop-page.tsx") },
  { path: "/stopped", kind: "content", load: () => import("#people/permissions/web/visitor/stopped-page.tsx") },
  { path: "/not-stopped", kind: "content", load: () => import("#people/permissions/web/visitor/not-stopped-page.tsx") },
  { path: "/privacy", kind: "content", load: () => import("#site/marketing/web/privacy-page.tsx"), indexed: true },
  {
    path: "/privacy/request",
    kind: "form",
    entry: "src/deals/privacy/web/request/privacy-request.entry.tsx",
    load: () => import("#deals/privacy/web/request/privacy-request-page.tsx"),
  },
  { path: "/terms", kind: "content", load: () => import("#site/marketing/web/terms-page.tsx"), indexed: true },
  {
    path: "/accessibility",
    kind: "content",
    load: () => import("#site/marketing/web/accessibility-page.tsx"),
    indexed: true,
  },
  { path: "/situations/foreclosure", kind: "content", load: situation("foreclosure"), indexed: true },
  { path: "/situations/divorce", kind: "content", load: situation("divorce"), indexed: true },
  { path: "/situations/inherited-property", kind: "content", load: situation("inherited-property"), indexed: true },
  { path: "/situations/relocation", kind: "content", load: situation("relocation"), indexed: true },
  { path: "/situations/landlord", kind: "content", load: situation("landlord"), indexed: true },
  {
    path: "/under-construction/*",
    kind: "content",
    load: () => import("#site/marketing/web/under-construction-page.tsx"),
  },
];

/** Served with status 404 where no route matches. */
export const notFoundRoute: Route = {
  path: "/404",
  kind: "content",
  load: () => import("#site/marketing/web/not-found-page.tsx"),
};

function situation(slug: Situation["slug"]): Route["load"] {
  return async () => (await import("#site/marketing/web/situation-page.tsx")).situationPage(slug);
}
