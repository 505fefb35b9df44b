import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/today", "Dashboard", [], () => import("#deals/day/web/today-page.tsx"), {
    dialog: "/admin/today/:id",
  }),
  adminPage("/admin/pipeline", "Leads", ["answer"], () => import("#deals/follow-up/web/pipeline-page.tsx"), {
    dialog: "/admin/pipeline/:id",
    tabs: [
      { label: "Board", order: 1 },
      { label: "List", order: 2, search: "?view=list" },
    ],
  }),
  adminPage("/admin/people", "Leads", ["answer"], () => import("#deals/privacy/web/people-page.tsx"), {
    tabs: [{ label: "People", order: 3 }],
  }),
  adminPage("/admin/people/:id", "Leads", ["answer"], () => import("#deals/privacy/web/person/person-page.tsx")),
  adminPage(
    "/admin/people/requests",
    "Settings",
    ["rights"],
    () => import("#deals/privacy/web/privacy-requests-page.tsx"),
    {
      tabs: [{ label: "Privacy Requests", order: 6 }],
    },
  ),
  adminPage("/admin/leads/:id", "Leads", ["answer"], () => import("#deals/follow-up/web/lead-page.tsx")),
  adminPage(
    "/admin/leads/:id/offers/:offerId",
    "Leads",
    ["sell"],
    () => import("#deals/offers/web/admin/offer-editor-page.tsx"),
  ),
  adminPage("/admin/campaigns", "Analytics", ["numbers"], () => import("#deals/campaigns/web/campaigns-page.tsx"), {
    tabs: [{ label: "Marketing", order: 2 }],
  }),
  adminPage("/admin/import", "Settings", ["run"], () => import("#deals/imports/web/import-page.tsx"), {
    tabs: [{ label: "Import", order: 5 }],
  }),
];
