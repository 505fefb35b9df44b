import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/site", () => import("#site/desk/web/desk-page.tsx"), { navigation: { label: "Site", place: 10 } }),
  adminPage("/admin/site/history", () => import("#site/desk/web/history-page.tsx")),
];
