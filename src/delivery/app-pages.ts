import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/mail", "Settings", ["run"], () => import("#delivery/mail/web/mail-page.tsx"), {
    tabs: [{ label: "Email", order: 1 }],
  }),
  adminPage(
    "/admin/webhooks",
    "Settings",
    ["answer", "sell", "run"],
    () => import("#delivery/webhooks/web/webhooks-page.tsx"),
    {
      tabs: [{ label: "Webhooks", order: 4 }],
    },
  ),
];
