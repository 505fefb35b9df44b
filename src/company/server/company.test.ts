import { expect, test } from "vitest";
import { company } from "#company/facts.ts";
import type { Facts } from "#company/schema.ts";
import { seedFacts } from "#company/seed.ts";
import { addSignedIn } from "#test/accounts.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { PublishedVersion } from "./publish.ts";
import { CONFIG_FILE, findIgnoredChanges } from "./published-facts.ts";
import { findLatestVersion, insertVersion } from "./store.ts";

const RENAMED = "O’Hara & Núñez 🏠 Homes";

function renamed(name = RENAMED): Facts {
  const facts = seedFacts();
  return { ...facts, company: { ...facts.company, name } };
}

async function start() {
  const site = await startSite();
  const { call, user } = await addSignedIn(site);
  const draft = (facts: Facts, version = 0) => call("PUT", "/api/site/draft", { facts, version });
  const publish = (version = 1) => call("POST", "/api/site/publish", { version });
  return { site, call, user, draft, publish };
}

async function nameShown(site: TestSite): Promise<string> {
  return (await site.app.inject("/api/site/public")).json().facts.company.name;
}

test("a new database has the facts of site.config.ts as its first version", async () => {
  const { site, call } = await start();
  const { published, draft, samples } = (await call("GET", "/api/site")).json();
  expect(published).toMatchObject({ number: 1, by: CONFIG_FILE, facts: seedFacts() });
  expect(draft).toBeNull();
  expect(samples).toContainEqual({ path: "company.phone", kind: "Phone number", label: seedFacts().company.phone });
  expect(samples.map(({ path }: { path: string }) => path)).toContain("company.address");
  expect((await findLatestVersion(site.database.read))?.number).toBe(1);
});

test("a draft changes nothing until it is published, and then everything reads it", async () => {
  const { site, call, user, draft, publish } = await start();
  expect((await draft(renamed())).json().draft).toMatchObject({ version: 1, changedBy: user.email });
  expect(await nameShown(site)).toBe(seedFacts().company.name);
  expect((await publish()).json()).toEqual({ success: true, number: 2 });
  expect(await nameShown(site)).toBe(RENAMED);
  expect((await site.app.inject("/api/docs/json")).json().info.title).toBe(`${RENAMED} API`);
  expect((await call("GET", "/api/site")).json()).toMatchObject({
    published: { number: 2, by: user.email },
    draft: null,
  });
  expect((await call("GET", "/api/site/versions")).json().versions).toMatchObject([
    { number: 2, by: user.email, changes: "Company" },
    { number: 1, by: CONFIG_FILE, changes: "First version" },
  ]);
});

test("of two admins who change or publish one draft the second is told, and loses nothing", async () => {
  const { draft, publish } = await start();
  await draft(renamed());
  const late = await draft(renamed("Too Late"));
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", draft: { version: 1 } });
  expect((await draft(renamed("In Time"), 1)).json().draft.version).toBe(2);
  const stale = await publish(1);
  expect([stale.statusCode, stale.json().code]).toEqual([409, "changed_meanwhile"]);
  const both = await Promise.all([publish(2), publish(2)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test("an admin whose draft is published already does not overwrite the next one", async () => {
  const { call, draft, publish } = await start();
  await draft(renamed("First"));
  await publish();
  expect((await draft(renamed("Second"))).statusCode).toBe(200);
  expect((await draft(renamed("Stale"), 1)).statusCode).toBe(409);
  expect((await publish(1)).statusCode).toBe(409);
  expect((await call("GET", "/api/site")).json().draft.facts.company.name).toBe("Second");
});

test("versions that no database can hold are refused as wrong input", async () => {
  const { draft, publish } = await start();
  expect((await draft(renamed(), 3_000_000_000)).statusCode).toBe(400);
  expect((await publish(3_000_000_000)).statusCode).toBe(400);
});

test("a list that every page shows has an end", async () => {
  const { draft } = await start();
  const socialLinks = Array.from({ length: 11 }, () => ({ name: "Facebook" as const, url: "" }));
  expect((await draft({ ...seedFacts(), socialLinks })).json().fields).toEqual({
    "facts.socialLinks": "Too many links",
  });
});

test("facts of which nothing is visible are refused", async () => {
  const { draft } = await start();
  const answer = await draft(renamed("\u200b\u202e \u2060"));
  expect(answer.json().fields).toEqual({ "facts.company.name": "Please enter the company's name" });
});

test("a change of site.config.ts is found although what was taken from it has another shape now", async () => {
  const { site } = await start();
  const { team: _, ...older } = renamed();
  await site.database.transaction((trx) =>
    insertVersion(trx, { number: 2, facts: older as Facts, changes: "", actor: CONFIG_FILE, now: new Date() }),
  );
  expect(await findIgnoredChanges(site.database)).toBe("Company");
});

test("pages that cannot be shown leave the facts as they were", async () => {
  const site = await startSite();
  const renderPages = async () => () => {
    throw new Error("The disk is gone.");
  };
  const shown = await findLatestVersion(site.database.read);
  if (!shown) throw new Error("Nothing is published.");
  const published = new PublishedVersion({ database: site.database, renderPages, published: shown });
  const by = { actor: "owner@example.com", now: new Date() };
  await published.changeDraft({ facts: renamed(), version: 0, ...by });
  await expect(published.publishDraft({ version: 1, ...by })).rejects.toThrow("The disk is gone.");
  expect([company.name, published.shown.number]).toEqual([seedFacts().company.name, 1]);
});

test("a draft that changes nothing is not published", async () => {
  const { draft, publish, call } = await start();
  await draft(seedFacts());
  const answer = await publish();
  expect([answer.statusCode, answer.json().code]).toEqual([409, "nothing_to_publish"]);
  expect((await call("GET", "/api/site/versions")).json().versions).toHaveLength(1);
});

test("each wrong fact is named, and nothing is stored", async () => {
  const { call } = await start();
  const facts = seedFacts();
  const wrong = {
    ...facts,
    timeZone: "America/Nowhere",
    company: { ...facts.company, name: " ", phone: "call us", email: "nobody" },
    businessHours: { monday: { opens: "18:00", closes: "09:00" } },
    socialLinks: [{ name: "Facebook", url: "javascript:alert(1)" }],
  };
  const answer = await call("PUT", "/api/site/draft", { facts: wrong, version: 0 });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({
    "facts.timeZone": "Please choose a time zone",
    "facts.company.name": "Please enter the company's name",
    "facts.company.phone": "Please enter a valid phone number",
    "facts.company.email": "Please enter a valid email address",
    "facts.businessHours.monday.closes": "Closing must be after opening",
    "facts.socialLinks.0.url": "Please enter an address that begins with https://",
  });
  expect((await call("GET", "/api/site")).json().draft).toBeNull();
});

test("a draft may be larger than other bodies, but not of any size", async () => {
  const { call } = await start();
  const facts = seedFacts();
  const person = { name: "A", role: "B", bio: "c".repeat(1000), confirmed: false };
  const many = { ...facts, padding: "x".repeat(200_000), team: Array.from({ length: 30 }, () => person) };
  expect((await call("PUT", "/api/site/draft", { facts: many, version: 0 })).statusCode).toBe(200);
  const huge = { ...facts, padding: "x".repeat(1_100_000) };
  expect((await call("PUT", "/api/site/draft", { facts: huge, version: 1 })).statusCode).toBe(413);
});

test("an earlier version is published again as a new one, but leads are kept as long as now", async () => {
  const { call, draft, publish } = await start();
  await draft({ ...renamed(), eraseLeadsAfterDays: 365 });
  await publish();
  expect((await call("POST", "/api/site/versions/1/publish")).json()).toEqual({ success: true, number: 3 });
  const { facts } = (await call("GET", "/api/site")).json().published;
  expect(facts).toEqual({ ...seedFacts(), eraseLeadsAfterDays: 365 });
  expect((await call("POST", "/api/site/versions/9/publish")).statusCode).toBe(404);
});

test("what one process publishes, another shows after its next look", async () => {
  const { site, draft, publish } = await start();
  const other = await startSite({ env: databaseOf(site) });
  await draft(renamed());
  await publish();
  expect((await other.app.inject("/api/site/public")).json().number).toBe(1);
  other.site.versions.start();
  await expect.poll(async () => (await other.app.inject("/api/site/public")).json().number, { timeout: 5_000 }).toBe(2);
  await other.site.versions.stop();
});

test("published versions are never changed or deleted", async () => {
  const { site } = await start();
  const { database } = site;
  await expect(
    database.transaction((trx) => trx.updateTable("company_versions").set({ facts: "{}" }).execute()),
  ).rejects.toThrow();
  await expect(database.transaction((trx) => trx.deleteFrom("company_versions").execute())).rejects.toThrow();
});

test("the public facts are answered with their number, and with 304 to who has them", async () => {
  const { site } = await start();
  const first = await site.app.inject("/api/site/public");
  expect(first.headers).toMatchObject({ etag: '"1"', "cache-control": "no-cache" });
  expect(first.json().facts).not.toHaveProperty("eraseLeadsAfterDays");
  const again = await site.app.inject({ url: "/api/site/public", headers: { "if-none-match": '"1"' } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("a version from before a fact existed has its value of site.config.ts", async () => {
  const { site } = await start();
  const { socialLinks: _, ...older } = renamed();
  const row = { number: 2, facts: JSON.stringify(older), changes: "", published_by: "x", published_at: "" };
  await site.database.transaction((trx) => trx.insertInto("company_versions").values(row).execute());
  expect((await findLatestVersion(site.database.read))?.facts).toEqual(renamed());
});

test("once a version is published by hand, a change of site.config.ts has no effect", async () => {
  const { site, draft, publish } = await start();
  await draft(renamed());
  await publish();
  const other = await startSite({ env: databaseOf(site) });
  expect(await nameShown(other)).toBe(RENAMED);
});
