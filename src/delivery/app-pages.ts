import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  adminPage("/admin/mail", () => import("#delivery/mail/web/mail-page.tsx"), {
    navigation: { label: "E-mail", place: 9 },
  }),
  adminPage("/admin/webhooks", () => import("#delivery/webhooks/web/webhooks-page.tsx")),
];
