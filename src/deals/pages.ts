import type { Route } from "#company/shell/web/page.ts";

export const pages: readonly Route[] = [
  {
    path: "/offer",
    kind: "form",
    entry: "src/deals/offers/web/seller/offer.entry.tsx",
    load: () => import("#deals/offers/web/seller/offer-page.tsx"),
    words: ["offers"],
  },
  {
    path: "/privacy/request",
    kind: "form",
    entry: "src/deals/privacy/web/request/privacy-request.entry.tsx",
    load: () => import("#deals/privacy/web/request/privacy-request-page.tsx"),
  },
];
