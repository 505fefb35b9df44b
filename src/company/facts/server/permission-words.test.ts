import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { addSignedIn } from "#test/accounts.ts";
import { publishFacts } from "#test/published.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { UPGRADE } from "./published-facts.ts";
import { findLatestVersion } from "./store.ts";

const SHIPPED = seedFacts().permissionWords;

const saying = (booking: string) => (facts: Facts) => ({
  ...facts,
  permissionWords: { ...facts.permissionWords, booking },
});
const renamed = (name: string) => (facts: Facts) => ({ ...facts, company: { ...facts.company, name } });

async function wordsOf(site: TestSite): Promise<Facts["permissionWords"] | undefined> {
  return (await findLatestVersion(site.database.read))?.facts.permissionWords;
}

test("other words are a new version, the same words keep theirs, and the shipped ones are what they were", async () => {
  const site = await startSite();
  expect(currentFacts().permissionWords).toEqual({ ...SHIPPED, version: "2026-11" });
  await publishFacts(site, saying("I ask {name} to call me."));
  expect(currentFacts().permissionWords).toEqual({
    ...SHIPPED,
    booking: "I ask {name} to call me.",
    version: "site-2",
  });
  await publishFacts(site, renamed("O’Hara Homes"));
  expect(currentFacts().permissionWords.version).toBe("site-2");
  await publishFacts(site, saying("I ask {name} to write to me."));
  expect(currentFacts().permissionWords.version).toBe("site-4");
  await publishFacts(site, saying(SHIPPED.booking));
  expect(currentFacts().permissionWords).toEqual(SHIPPED);
  expect(await wordsOf(site)).toEqual(SHIPPED);
});

test("a version that a browser types is ignored, and is nothing to publish", async () => {
  const site = await startSite();
  const typed = (facts: Facts) => ({ ...facts, permissionWords: { ...facts.permissionWords, version: "2026-11x" } });
  await expect(publishFacts(site, typed)).rejects.toThrow("nothing_to_publish");
  await publishFacts(site, (facts) => typed(saying("I agree.")(facts)));
  expect(currentFacts().permissionWords.version).toBe("site-2");
  await publishFacts(site, (facts) => ({ ...facts, permissionWords: { ...SHIPPED, text: "Text me." } }));
  expect(currentFacts().permissionWords.version).toBe("site-3");
});

test("words that another process publishes have the version of the number under which they are published", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const draft = async (booking: string) => {
    const { published, draft } = (await call("GET", "/api/site")).json();
    const facts = saying(booking)(published.facts);
    return (await call("PUT", "/api/site/draft", { facts, version: draft?.version ?? 0 })).json().draft.version;
  };
  const version = await draft("One.");
  const answers = await Promise.all([1, 2, 3].map(() => call("POST", "/api/site/publish", { version })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(await wordsOf(site)).toMatchObject({ booking: "One.", version: "site-2" });
});

test("publishing an earlier version leaves the words of agreement and how long the proof of them is kept", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const claim = { state: "confirmed" as const, source: "our lawyer", confirmedBy: "", confirmedAt: "" };
  await publishFacts(site, (facts) => ({
    ...saying("I agree.")(facts),
    claims: { ...facts.claims, permissionWords: claim },
    permissionYears: 9,
    privacyRequestDays: 30,
  }));
  const { claims } = (await call("GET", "/api/site")).json().published.facts;
  expect((await call("POST", "/api/site/versions/1/publish")).json()).toEqual({ success: true, number: 3 });
  const { facts } = (await call("GET", "/api/site")).json().published;
  const permissionWords = { ...SHIPPED, booking: "I agree.", version: "site-2" };
  expect(claims.permissionWords).toMatchObject({ state: "confirmed", source: "our lawyer" });
  const seed = seedFacts();
  const kept = { permissionWords, claims: { ...seed.claims, permissionWords: claims.permissionWords } };
  expect(facts).toEqual({ ...seed, ...kept, permissionYears: 9 });
});

test("wrong words and times are refused at their fields", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const facts = seedFacts();
  const hidden = { state: "hidden" as const, source: "", confirmedBy: "", confirmedAt: "" };
  const wrong = {
    ...facts,
    permissionWords: { ...SHIPPED, booking: " ", text: "Ask {phone}", message: "m".repeat(1001) },
    accessibility: "{today}",
    permissionYears: 4,
    privacyRequestDays: 0,
    claims: { ...facts.claims, permissionWords: hidden },
  };
  const { fields } = (await call("PUT", "/api/site/draft", { facts: wrong, version: 0 })).json();
  expect(fields).toMatchObject({
    "facts.permissionWords.booking": "Please enter what people agree to when they book",
    "facts.permissionWords.text": "Only {name} can stand in braces here",
    "facts.permissionWords.message": expect.stringContaining("1,000"),
    "facts.accessibility": expect.stringContaining("{today} is not known"),
    "facts.permissionYears": "Please enter 5 to 100 years",
    "facts.privacyRequestDays": "Please enter 1 to 90 days",
    "facts.claims.permissionWords.state": "The forms refer to this text, so it cannot be hidden",
  });
});

test("a version of the release before gets the new facts and claims at the next start, and keeps its own", async () => {
  const site = await startSite();
  const { accessibility, permissionWords: words, permissionYears, privacyRequestDays, ...facts } = seedFacts();
  const { accessibility: _, permissionWords: __, ...claims } = facts.claims;
  const confirmed = { ...claims.privacy, state: "confirmed" as const, confirmedBy: "ana@example.com" };
  const before = { ...facts, privacy: "Ours.", claims: { ...claims, privacy: confirmed } };
  const row = { changes: "", published_by: "ana@example.com", published_at: "2026-11-01T00:00:00.000Z" };
  await site.database.transaction((trx) =>
    trx
      .insertInto("company_versions")
      .values({ ...row, number: 2, facts: JSON.stringify(before) })
      .execute(),
  );
  const { database } = await startSite({ env: databaseOf(site) });
  const latest = await findLatestVersion(database.read);
  expect([latest?.number, latest?.publishedBy]).toEqual([3, UPGRADE]);
  expect(latest?.facts).toEqual({
    ...seedFacts(),
    privacy: "Ours.",
    claims: { ...seedFacts().claims, privacy: confirmed },
  });
  expect([words.version, permissionYears, privacyRequestDays]).toEqual(["2026-11", 5, 45]);
  expect(latest?.facts.accessibility).toBe(accessibility);
});
