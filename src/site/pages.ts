import { type Page, pagePath } from "#company/facts/pages/pages.ts";
import { CALL_BACK_ENTRY, type Route } from "#company/shell/web/page.ts";

export const pages: readonly Route[] = [
  {
    path: "/",
    kind: "content",
    entry: CALL_BACK_ENTRY,
    load: () => import("#site/marketing/web/home-page.tsx"),
    indexed: true,
  },
  { path: "/about", kind: "content", load: () => import("#site/marketing/web/about-page.tsx"), indexed: true },
  { path: "/privacy", kind: "content", load: () => import("#site/marketing/web/privacy-page.tsx"), indexed: true },
  { path: "/terms", kind: "content", load: () => import("#site/marketing/web/terms-page.tsx"), indexed: true },
  {
    path: "/accessibility",
    kind: "content",
    load: () => import("#site/marketing/web/accessibility-page.tsx"),
    indexed: true,
  },
  {
    path: "/under-construction/*",
    kind: "content",
    load: () => import("#site/marketing/web/under-construction-page.tsx"),
  },
];

export const notFoundPage: Route = {
  path: "/404",
  kind: "content",
  load: () => import("#site/marketing/web/not-found-page.tsx"),
};

export const gonePage: Route = {
  path: "/410",
  kind: "content",
  load: () => import("#site/marketing/web/gone-page.tsx"),
};

export function ownPages(pages: readonly Page[]): Route[] {
  return pages.map((page) => ({
    path: pagePath(page),
    kind: "content",
    ...(page.end === "call-back" && { entry: CALL_BACK_ENTRY }),
    load: async () => (await import("#site/marketing/web/pages/own-page.tsx")).ownPage(page),
    indexed: true,
  }));
}
