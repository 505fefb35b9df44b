import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/today", () => import("#deals/day/web/today-page.tsx"), { dialog: "/admin/today/:id" }),
  adminPage("/admin/pipeline", () => import("#deals/follow-up/web/pipeline-page.tsx"), {
    dialog: "/admin/pipeline/:id",
    navigation: { label: "Pipeline", place: 3 },
  }),
  adminPage("/admin/people", () => import("#deals/privacy/web/people-page.tsx"), {
    navigation: { label: "People", place: 6 },
  }),
  adminPage("/admin/people/:id", () => import("#deals/privacy/web/person/person-page.tsx")),
  adminPage("/admin/people/requests", () => import("#deals/privacy/web/privacy-requests-page.tsx")),
  adminPage("/admin/leads/:id/offers/:offerId", () => import("#deals/offers/web/admin/offer-editor-page.tsx")),
  adminPage("/admin/campaigns", () => import("#deals/campaigns/web/campaigns-page.tsx")),
  adminPage("/admin/import", () => import("#deals/imports/web/import-page.tsx")),
];
