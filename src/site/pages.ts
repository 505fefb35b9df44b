import { CALL_BACK_ENTRY, type Route } from "#company/shell/web/page.ts";
import type { Situation } from "#site/marketing/situations.ts";

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
  situationRoute("foreclosure"),
  situationRoute("divorce"),
  situationRoute("inherited-property"),
  situationRoute("relocation"),
  situationRoute("landlord"),
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

function situationRoute(slug: Situation["slug"]): Route {
  return {
    path: `/situations/${slug}`,
    kind: "content",
    entry: CALL_BACK_ENTRY,
    load: async () => (await import("#site/marketing/web/situation-page.tsx")).situationPage(slug),
    indexed: true,
  };
}
