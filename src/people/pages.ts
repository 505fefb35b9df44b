import type { Route } from "#company/shell/web/page.ts";

export const pages: readonly Route[] = [
  { path: "/stop/:token", kind: "content", load: () => import("#people/permissions/web/visitor/stop-page.tsx") },
  { path: "/stopped", kind: "content", load: () => import("#people/permissions/web/visitor/stopped-page.tsx") },
  { path: "/not-stopped", kind: "content", load: () => import("#people/permissions/web/visitor/not-stopped-page.tsx") },
];
