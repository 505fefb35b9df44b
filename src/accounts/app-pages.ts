import { adminPage, type Route } from "#company/shell/web/page.ts";

export const appPages: readonly Route[] = [
  { path: "/login", kind: "app", load: () => import("#accounts/users/web/sign-in/login-page.tsx"), prerendered: true },
  {
    path: "/register",
    kind: "app",
    load: () => import("#accounts/users/web/sign-in/register-page.tsx"),
    prerendered: true,
  },
  {
    path: "/forgot-password",
    kind: "app",
    load: () => import("#accounts/users/web/sign-in/forgot-password-page.tsx"),
    prerendered: true,
  },
  {
    path: "/reset-password",
    kind: "app",
    load: () => import("#accounts/users/web/sign-in/reset-password-page.tsx"),
    prerendered: true,
  },
  {
    path: "/invitation",
    kind: "app",
    load: () => import("#accounts/users/web/sign-in/invitation-page.tsx"),
    prerendered: true,
  },
  {
    path: "/confirm-email",
    kind: "app",
    load: () => import("#accounts/users/web/sign-in/confirm-email-page.tsx"),
    prerendered: true,
  },
  {
    path: "/undo-email",
    kind: "app",
    load: () => import("#accounts/own-account/web/undo-email-page.tsx"),
    prerendered: true,
  },
  {
    path: "/account",
    kind: "app",
    load: () => import("#accounts/own-account/web/account-page.tsx"),
    behind: "sign-in",
  },
  { path: "/dashboard", kind: "app", load: () => import("#accounts/users/web/dashboard-page.tsx"), behind: "sign-in" },
  adminPage("/admin/users", "Users", ["run"], () => import("#accounts/users/web/users-page.tsx"), {
    tabs: [{ label: "Users", order: 1 }],
  }),
  adminPage(
    "/admin/users/:id/second-factor",
    "Users",
    ["run"],
    () => import("#accounts/users/web/second-factor/factor-help-page.tsx"),
  ),
  adminPage("/admin/keys", "Settings", ["run"], () => import("#accounts/keys/web/keys-page.tsx"), {
    tabs: [{ label: "Keys", order: 3 }],
  }),
];
