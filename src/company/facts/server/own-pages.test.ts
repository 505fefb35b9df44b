import { expect, test } from "vitest";
import type { Page } from "#company/facts/pages/pages.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { addSignedIn } from "#test/accounts.ts";
import { HIDDEN, ownText, townPage } from "#test/pages/own-pages.ts";
import { databaseOf, startSite } from "#test/server.ts";
import { findLatestVersion } from "./store.ts";

async function start() {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  const latest = async () => (await call("GET", "/api/site")).json().published.facts as Facts;
  const draft = async (...pages: Page[]) => {
    const { published, draft } = (await call("GET", "/api/site")).json();
    const facts = { ...published.facts, pages };
    return call("PUT", "/api/site/draft", { facts, version: draft?.version ?? 0 });
  };
  const publish = async (...pages: Page[]) => {
    const written = await draft(...pages);
    expect(written.statusCode, written.body).toBe(200);
    return call("POST", "/api/site/publish", { version: written.json().draft.version });
  };
  return { site, call, latest, draft, publish };
}

test("a page that repeats another one is refused by name and sentence, and published once it is mended or hidden", async () => {
  const { publish, latest } = await start();
  const oak = townPage("Oak Park");
  const copy = townPage("River Forest", { body: oak.body });
  const refused = await publish(oak, copy);
  expect([refused.statusCode, refused.json().code]).toEqual([422, "page_refused"]);
  expect(refused.json().message).toContain("The oakparkroof0 of oakparkwall0 leans over oakparkroad0");
  expect(Object.keys(refused.json().fields)).toEqual(["facts.pages.0.body", "facts.pages.1.body"]);
  expect((await latest()).pages).toEqual(seedFacts().pages);
  expect((await publish(oak, { ...copy, claim: HIDDEN })).statusCode).toBe(200);
  expect((await publish(oak, { ...copy, body: ownText("river") })).statusCode).toBe(200);
});

test("a town page goes when its last confirmed entry goes", async () => {
  const { publish } = await start();
  expect((await publish(townPage("Oak Park"))).statusCode).toBe(200);
  const refused = await publish(townPage("Oak Park", { houses: [] }));
  expect(refused.json().message).toContain("names nothing of its own from Oak Park");
});

test("addresses of published pages are remembered over versions, and no browser writes them", async () => {
  const { call, publish, latest } = await start();
  await publish(townPage("Oak Park"));
  await publish(townPage("Oak Park", { slug: "oak" }));
  const known = [{ path: "/towns/oak-park", page: "oak-park" }];
  expect((await latest()).pageAddresses.slice(-1)).toEqual(known);
  const forged = { ...(await latest()), pageAddresses: [{ path: "/admin", page: "oak-park" }] };
  const written = await call("PUT", "/api/site/draft", { facts: forged, version: 0 });
  expect(written.json().draft.facts.pageAddresses.slice(-1)).toEqual(known);
  expect((await call("POST", "/api/site/publish", { version: written.json().draft.version })).json().code).toBe(
    "nothing_to_publish",
  );
  await publish(townPage("Oak Park", { slug: "the-oaks", title: "The Oaks" }));
  await call("POST", "/api/site/versions/2/publish");
  expect((await latest()).pages.map(({ slug }) => slug)).toEqual(["oak-park"]);
  expect((await latest()).pageAddresses.map(({ path }) => path)).toEqual([
    ...seedFacts().pages.map(({ slug }) => `/situations/${slug}`),
    "/towns/oak",
    "/towns/the-oaks",
  ]);
});

test("a confirmation of a page outlives a new address, and not a new word", async () => {
  const { site, publish, latest } = await start();
  await publish(townPage("Oak Park"));
  const confirmed = async () => (await latest()).pages[0]?.claim.confirmedAt;
  const first = await confirmed();
  site.clock.advance(60);
  await publish(townPage("Oak Park", { slug: "oak", menu: "bar", end: "call-back" }));
  expect(await confirmed()).toBe(first);
  await publish(townPage("Oak Park", { lead: "We drive through it twice a week." }));
  expect(await confirmed()).not.toBe(first);
});

test("a page may name pictures that are there, and no others", async () => {
  const { draft } = await start();
  const picture = { id: "0".repeat(32), width: 10, height: 10 };
  const refused = await draft(townPage("Oak Park", { picture, pictureAlt: "A porch" }));
  expect(refused.json().fields).toEqual({
    "facts.pages.0.picture": "This picture is not there any more. Please choose it again.",
  });
});

test("a version from before there were pages gets the five that its site had, and keeps the present ones later", async () => {
  const { site, call, latest } = await start();
  const { pages, pageAddresses, ...older } = seedFacts();
  const facts = JSON.stringify({ ...older, story: "An old story." });
  const row = {
    number: 2,
    facts,
    changes: "",
    published_by: "ana@example.com",
    published_at: "2026-11-01T00:00:00.000Z",
  };
  await site.database.transaction((trx) => trx.insertInto("company_versions").values(row).execute());
  const again = await startSite({ env: databaseOf(site) });
  const upgraded = (await findLatestVersion(again.database.read))?.facts;
  expect(upgraded?.pages.map(({ slug }) => slug)).toEqual(pages.map(({ slug }) => slug));
  expect([upgraded?.story, upgraded?.pageAddresses]).toEqual(["An old story.", pageAddresses]);
  const { version } = (
    await call("PUT", "/api/site/draft", {
      facts: { ...(await latest()), story: "A new story.", pages: [townPage("Oak Park")] },
      version: 0,
    })
  ).json().draft;
  expect((await call("POST", "/api/site/publish", { version })).statusCode).toBe(200);
  expect((await call("POST", "/api/site/versions/2/publish")).statusCode).toBe(200);
  expect(await latest()).toMatchObject({ story: "An old story.", pages: [{ slug: "oak-park" }] });
});
