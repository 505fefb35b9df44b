import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/site", "Site", ["site"], () => import("#site/desk/web/desk-page.tsx"), {
    tabs: [
      { label: "Site", order: 1 },
      { label: "Notifications", order: 2, search: "?section=notifications", place: "Settings" },
    ],
  }),
  adminPage("/admin/site/history", "Site", ["site"], () => import("#site/desk/web/history-page.tsx")),
];
