import { FACT_LIMITS } from "#company/facts/limits.ts";
import type { Facts } from "#company/facts/schema.ts";
import { pagePath, shownPages } from "./pages.ts";

/** What `latest` shows elsewhere, or shows last, joins what is known: of an address the newest page counts. The oldest are forgotten. */
export function withKnownAddresses(wanted: Facts, latest: Facts): Facts {
  const known = new Map(latest.pageAddresses.map(({ path, page }) => [path, page]));
  for (const page of shownPages(latest)) {
    known.delete(pagePath(page));
    known.set(pagePath(page), page.id);
  }
  for (const page of shownPages(wanted)) if (known.get(pagePath(page)) === page.id) known.delete(pagePath(page));
  const pageAddresses = [...known].slice(-FACT_LIMITS.pageAddresses).map(([path, page]) => ({ path, page }));
  return { ...wanted, pageAddresses };
}

/** Where old addresses lead: to the present one of their page, and nowhere (null) without one. A shown page keeps its own. */
export function movedAddresses(facts: Facts): Record<string, string | null> {
  const shown = shownPages(facts);
  const present = new Set(shown.map(pagePath));
  const byId = new Map(shown.map((page) => [page.id, pagePath(page)]));
  return Object.fromEntries(
    facts.pageAddresses
      .filter(({ path }) => !present.has(path))
      .map(({ path, page }) => [path, byId.get(page) ?? null]),
  );
}
