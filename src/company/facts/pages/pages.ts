import type { PageKind } from "#company/facts/choices.ts";
import { isShown } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";

export type Page = Facts["pages"][number];

const FOLDERS: Record<PageKind, string> = { town: "towns", situation: "situations", article: "articles" };

export function pagePath({ kind, slug }: Pick<Page, "kind" | "slug">): string {
  return `/${FOLDERS[kind]}/${slug}`;
}

/** The order is the owner's. */
export function shownPages({ pages }: Pick<Facts, "pages">): Page[] {
  return pages.filter(({ claim }) => isShown(claim));
}

export function pagesOfKind(facts: Pick<Facts, "pages">, kind: PageKind): Page[] {
  return shownPages(facts).filter((page) => page.kind === kind);
}

export function linksIn(facts: Pick<Facts, "pages">, menu: Page["menu"]): { href: string; label: string }[] {
  const pages = shownPages(facts).filter((page) => page.menu === menu);
  return pages.map((page) => ({ href: pagePath(page), label: page.title }));
}
