import type { Route } from "#company/shell/web/page.ts";
import { pages as deals } from "#deals/pages.ts";
import { pages as inquiries } from "#inquiries/pages.ts";
import { pages as people } from "#people/pages.ts";
import { gonePage, notFoundPage, pages as site } from "#site/pages.ts";

export const publicRoutes: readonly Route[] = [...site, ...inquiries, ...people, ...deals];

export const notFoundRoute = notFoundPage;

export const goneRoute = gonePage;

export { ownPages } from "#site/pages.ts";
