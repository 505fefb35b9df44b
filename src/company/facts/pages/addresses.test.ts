import fc from "fast-check";
import { expect, test } from "vitest";
import { SAMPLE } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { factsSchema } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { movedAddresses, withKnownAddresses } from "./addresses.ts";
import { type Page, pagePath, shownPages } from "./pages.ts";

const SEED = seedFacts();
const [SHIPPED] = SEED.pages as [Page];
const page = (id: string, slug: string, state: Page["claim"]["state"] = "confirmed"): Page => ({
  ...SHIPPED,
  id,
  slug,
  claim: { ...SAMPLE, state },
});
const EMPTY: Facts = { ...SEED, pages: [] };
const publish = (latest: Facts, ...pages: Page[]) => withKnownAddresses({ ...latest, pages }, latest);
const movesAfter = (...versions: Page[][]) =>
  movedAddresses(versions.reduce((facts, pages) => publish(facts, ...pages), EMPTY));
const at = (slug: string) => `/situations/${slug}`;

test("a renamed page is found at its old address, and one that was renamed back at both", () => {
  expect(movesAfter([page("p", "a")], [page("p", "b")])).toEqual({ [at("a")]: at("b") });
  expect(movesAfter([page("p", "a")], [page("p", "b")], [page("p", "c")])).toEqual({
    [at("a")]: at("c"),
    [at("b")]: at("c"),
  });
  expect(movesAfter([page("p", "a")], [page("p", "b")], [page("p", "a")])).toEqual({ [at("b")]: at("a") });
});

test("a page that is there keeps its address, also if another one had it before", () => {
  const swapped = [page("p", "b"), page("q", "a")];
  expect(movesAfter([page("p", "a"), page("q", "b")], swapped)).toEqual({});
  const taken = [page("p", "b"), page("q", "a")];
  expect(movesAfter([page("p", "a")], [page("p", "b")], taken)).toEqual({});
  // The newest page of the address is the one that people mean.
  expect(movesAfter([page("p", "a")], [page("p", "b")], taken, [page("p", "b"), page("q", "c")])).toEqual({
    [at("a")]: at("c"),
  });
});

test("what was hidden or removed is gone, what was never shown is unknown, and what is shown again is there", () => {
  expect(movesAfter([page("p", "a")], [page("p", "a", "hidden")])).toEqual({ [at("a")]: null });
  expect(movesAfter([page("p", "a")], [])).toEqual({ [at("a")]: null });
  expect(movesAfter([page("p", "a", "hidden")], [])).toEqual({});
  expect(movesAfter([page("p", "a")], [], [page("p", "a")])).toEqual({});
});

test("in every order of publishing an old address leads to a page at once, or says that it is gone", () => {
  const pages = fc
    .uniqueArray(fc.tuple(fc.constantFrom("p", "q", "r"), fc.constantFrom("a", "b", "c", "d"), fc.boolean()), {
      selector: ([id]) => id,
    })
    .filter((list) => new Set(list.map(([, slug]) => slug)).size === list.length)
    .map((list) => list.map(([id, slug, isHidden]) => page(id, slug, isHidden ? "hidden" : "sample")));
  fc.assert(
    fc.property(fc.array(pages, { minLength: 1, maxLength: 12 }), (versions) => {
      const facts = versions.reduce((latest, next) => publish(latest, ...next), EMPTY);
      const shown = shownPages(facts).map(pagePath);
      const moved = movedAddresses(facts);
      for (const to of Object.values(moved)) expect([null, ...shown]).toContain(to);
      const once = new Set(versions.flatMap((list) => shownPages({ pages: list }).map(pagePath)));
      expect([...shown, ...Object.keys(moved)].sort()).toEqual([...once].sort());
    }),
  );
});

const mistakes = (...pages: Page[]) =>
  factsSchema
    .safeParse({ ...SEED, pages })
    .error?.issues.map(({ path, message }) => `${path.slice(1).join(".")}: ${message}`);

test.each([
  "",
  "Oak-Park",
  "oak.park",
  "oak%2epark",
  "..",
  "oak/park",
  "-oak",
  "oak--park",
  "öak",
  "a".repeat(81),
  "admin",
  "api",
  "assets",
  "book-meeting",
])("%j is no address of a page", (slug) => {
  expect(mistakes(page("p", slug))?.[0]).toMatch(/^0\.slug: /);
});

test("two pages have two addresses and ids, a shown one is complete, and a hidden one may be unfinished", () => {
  expect(mistakes(page("p", "a"), page("q", "a"))).toEqual(["1.slug: Another page has this address"]);
  expect(mistakes(page("p", "a"), page("p", "b"))).toEqual(["1.id: Another page has this id"]);
  expect(mistakes(page("p", "a"), { ...page("q", "a"), kind: "article" })).toBeUndefined();
  const unfinished = { ...page("p", "a"), lead: "", body: "", description: "Short" };
  expect(mistakes(unfinished)).toEqual([
    "0.lead: Please enter this text, or hide the page",
    "0.body: Please enter this text, or hide the page",
    "0.description: Please enter at least 50 characters",
  ]);
  expect(mistakes({ ...unfinished, claim: { ...SAMPLE, state: "hidden" } })).toBeUndefined();
  const inBar = ["a", "b", "c", "d"].map((slug) => ({ ...page(slug, slug), menu: "bar" as const }));
  expect(mistakes(...inBar)).toEqual(["3.menu: The menu at the top holds 3 pages"]);
});
