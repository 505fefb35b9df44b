import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/site", "Site", () => import("#site/desk/web/desk-page.tsx"), {
    tabs: [{ label: "Site", order: 1 }],
  }),
  adminPage("/admin/site/history", "Site", () => import("#site/desk/web/history-page.tsx")),
];
