import type { Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  {
    path: "/admin/site",
    kind: "app",
    load: () => import("#site/desk/web/desk-page.tsx"),
    behind: "admin",
    navigation: { label: "Site", place: 10 },
  },
  { path: "/admin/site/history", kind: "app", load: () => import("#site/desk/web/history-page.tsx"), behind: "admin" },
];
