// Facts that an earlier release stored, and what a site that is upgraded shows of words that became facts.
import { expect, test } from "vitest";
import { SAMPLE } from "#company/facts/claims.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { WORDS_NAMES } from "#company/facts/words.ts";
import { addSignedIn } from "#test/accounts.ts";
import { townPage } from "#test/pages/own-pages.ts";
import { databaseOf, startSite } from "#test/server.ts";
import { findLatestVersion } from "./store.ts";

function renamed(): Facts {
  const facts = seedFacts();
  return { ...facts, company: { ...facts.company, name: "Nightjar Homes" } };
}

function older({ company, businessHours, timeZone }: Facts) {
  return { company, businessHours, timeZone };
}

async function upgraded(facts: object, by: string) {
  const site = await startSite();
  await addSignedIn(site);
  const row = {
    number: 2,
    facts: JSON.stringify(facts),
    changes: "",
    published_by: by,
    published_at: "2026-11-01T00:00:00.000Z",
  };
  await site.database.transaction((trx) => trx.insertInto("company_versions").values(row).execute());
  const env = { ...databaseOf(site), STAFF_EMAIL: "staff@example.com" };
  const { database } = await startSite({ env });
  const latest = await findLatestVersion(database.read);
  return { env, database, latest };
}

const AT_THE_DESK_NOW = ["contactPerson", "areaServed", "place", "hours", ...WORDS_NAMES] as const;

test("facts that a stored version does not know yet become a version of their own at the next start", async () => {
  const { env, database, latest } = await upgraded(older(renamed()), "ana@example.com");
  expect(latest?.number).toBe(3);
  const left = Object.fromEntries(AT_THE_DESK_NOW.map((name) => [name, { ...SAMPLE, state: "unconfirmed" }]));
  const { claims } = renamed();
  expect(latest?.facts).toEqual({
    ...renamed(),
    claims: { ...claims, ...left },
    pages: renamed().pages.map((page) => ({ ...page, claim: { ...SAMPLE, state: "unconfirmed" } })),
    staffEmails: ["staff@example.com"],
  });
  await startSite({ env });
  expect((await findLatestVersion(database.read))?.number).toBe(3);
});

test("what pages said before it was a fact is marked only where no owner has published", async () => {
  const { latest } = await upgraded(older(seedFacts()), "the first start");
  const states = AT_THE_DESK_NOW.map((name) => latest?.facts.claims[name].state);
  expect(new Set(states)).toEqual(new Set(["sample"]));
});

test("a promise is what its figure said, and hidden where the figure counts something else", async () => {
  const facts = seedFacts();
  const claim = { ...SAMPLE, state: "confirmed" as const, source: "our books", confirmedBy: "ana@example.com" };
  const figures = {
    ...facts.figures,
    averageClosing: { value: "9 days", label: "average closing", claim },
    offerWithin: { value: "4.9 stars", label: "in reviews", claim },
  };
  const { promises: _, ...known } = { ...facts, figures };
  const { offerWithin: _offer, closingIn: _closing, ...claims } = facts.claims;
  const before = { ...known, claims };
  const { latest } = await upgraded(before, "ana@example.com");
  expect(latest?.facts.promises).toEqual({ offerWithin: "24 hours", offerFrom: "our visit", closingIn: "9 days" });
  expect(latest?.facts.claims).toMatchObject({
    offerWithin: { state: "hidden" },
    closingIn: { state: "confirmed", confirmedBy: "ana@example.com" },
  });
});

test("no browser takes the mark off words that are samples", async () => {
  const { call } = await addSignedIn(await startSite());
  const facts = seedFacts();
  const claims = { ...facts.claims, hero: { ...SAMPLE, state: "unconfirmed" as const } };
  const { draft: stored } = (await call("PUT", "/api/site/draft", { facts: { ...facts, claims }, version: 0 })).json();
  expect(stored.facts.claims.hero.state).toBe("sample");
});

test("no page takes the name of words that are left as they were, to show a sample without its mark", async () => {
  const { env } = await upgraded(older(renamed()), "ana@example.com");
  const { call } = await addSignedIn(await startSite({ env }), { email: "bo@example.com" });
  const unconfirmed = { ...SAMPLE, state: "unconfirmed" as const };
  const page = townPage("Oak Park", { id: "hero", claim: unconfirmed });
  const [known] = seedFacts().pages;
  const changes = [
    { path: ["pages", "hero"], to: page },
    { path: ["pages", known?.id ?? "", "lead"], from: known?.lead, to: "Another beginning." },
  ];
  const { pages } = (await call("PATCH", "/api/site/draft", { changes })).json().draft.facts;
  expect(pages.at(-1)).toMatchObject({ id: "hero", claim: { state: "sample" } });
  expect(pages[0]).toMatchObject({ lead: "Another beginning.", claim: { state: "unconfirmed" } });
});
