import type { Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  {
    path: "/admin/mail",
    kind: "app",
    load: () => import("#delivery/mail/web/mail-page.tsx"),
    behind: "admin",
    navigation: { label: "E-mail", place: 9 },
  },
  {
    path: "/admin/webhooks",
    kind: "app",
    load: () => import("#delivery/webhooks/web/webhooks-page.tsx"),
    behind: "admin",
  },
];
