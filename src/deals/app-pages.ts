// The pages of this area in the application: the signed-in area and the way into it.
import type { Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  {
    path: "/admin/today",
    kind: "app",
    load: () => import("#deals/follow-up/web/today-page.tsx"),
    behind: "admin",
    dialog: "/admin/today/:id",
    navigation: { label: "Today", place: 2 },
  },
  {
    path: "/admin/pipeline",
    kind: "app",
    load: () => import("#deals/follow-up/web/pipeline-page.tsx"),
    behind: "admin",
    dialog: "/admin/pipeline/:id",
    navigation: { label: "Pipeline", place: 3 },
  },
  {
    path: "/admin/people",
    kind: "app",
    load: () => import("#deals/privacy/web/people-page.tsx"),
    behind: "admin",
    navigation: { label: "People", place: 6 },
  },
  {
    path: "/admin/people/:id",
    kind: "app",
    load: () => import("#deals/privacy/web/person/person-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/people/requests",
    kind: "app",
    load: () => import("#deals/privacy/web/privacy-requests-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/leads/:id/offers/:offerId",
    kind: "app",
    load: () => import("#deals/offers/web/admin/offer-editor-page.tsx"),
    behind: "admin",
  },
  {
    path: "/admin/campaigns",
    kind: "app",
    load: () => import("#deals/campaigns/web/campaigns-page.tsx"),
    behind: "admin",
  },
  { path: "/admin/import", kind: "app", load: () => import("#deals/imports/web/import-page.tsx"), behind: "admin" },
];
