import type { Route } from "#company/shell/web/page.ts";
import type { Situation } from "#site/marketing/situations.ts";

export const pages: readonly Route[] = [
  { path: "/", kind: "content", load: () => import("#site/marketing/web/home-page.tsx"), indexed: true },
  { path: "/about", kind: "content", load: () => import("#site/marketing/web/about-page.tsx"), indexed: true },
  { path: "/privacy", kind: "content", load: () => import("#site/marketing/web/privacy-page.tsx"), indexed: true },
  { path: "/terms", kind: "content", load: () => import("#site/marketing/web/terms-page.tsx"), indexed: true },
  {
    path: "/accessibility",
    kind: "content",
    load: () => import("#site/marketing/web/accessibility-page.tsx"),
    indexed: true,
  },
  { path: "/situations/foreclosure", kind: "content", load: situation("foreclosure"), indexed: true },
  { path: "/situations/divorce", kind: "content", load: situation("divorce"), indexed: true },
  { path: "/situations/inherited-property", kind: "content", load: situation("inherited-property"), indexed: true },
  { path: "/situations/relocation", kind: "content", load: situation("relocation"), indexed: true },
  { path: "/situations/landlord", kind: "content", load: situation("landlord"), indexed: true },
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

function situation(slug: Situation["slug"]): Route["load"] {
  return async () => (await import("#site/marketing/web/situation-page.tsx")).situationPage(slug);
}
