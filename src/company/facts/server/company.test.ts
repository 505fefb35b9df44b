import { expect, test } from "vitest";
import { SITE_CONFIG } from "#company/facts/claims.ts";
import { currentFacts } from "#company/facts/facts.ts";
import type { Facts } from "#company/facts/schema.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { addSignedIn } from "#test/accounts.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { replaceDraft } from "./draft.ts";
import { PublishedVersion } from "./publish.ts";
import { findLatestVersion } from "./store.ts";

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

test("a new database has the facts of seed.json as its first version", async () => {
  const { site, call } = await start();
  const { published, draft, samples } = (await call("GET", "/api/site")).json();
  expect(published).toMatchObject({ number: 1, by: "the first start", facts: seedFacts() });
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
    { number: 2, by: user.email, changes: "Name" },
    { number: 1, by: "the first start", changes: "First version" },
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

test("a later STAFF_EMAIL has no effect on the published facts", async () => {
  const { site } = await start();
  const other = await startSite({ env: { ...databaseOf(site), STAFF_EMAIL: "staff@example.com" } });
  expect((await findLatestVersion(other.database.read))?.facts.staffEmails).toEqual([seedFacts().company.email]);
});

/** An earlier release stored fewer facts. */
test("the server says who confirmed a claim and when, and a changed claim is confirmed anew", async () => {
  const { site, call, user, draft } = await start();
  const facts = seedFacts();
  const forged = { state: "confirmed" as const, source: "our books", confirmedBy: "nobody", confirmedAt: "2001" };
  const claimed = (value: string): Facts => ({
    ...facts,
    claims: { ...facts.claims, phone: forged },
    figures: { ...facts.figures, cashOffers: { value, label: "in cash offers", claim: forged } },
  });
  const first = (await draft(claimed("$3M"))).json().draft;
  const stamp = { state: "confirmed", source: "our books", confirmedBy: user.email };
  expect(first.facts.claims.phone).toEqual({ ...stamp, confirmedAt: site.clock.now().toISOString() });
  expect(first.facts.figures.cashOffers.claim).toEqual(first.facts.claims.phone);
  site.clock.advance(60);
  const second = (await call("PUT", "/api/site/draft", { facts: claimed("$4M"), version: 1 })).json().draft;
  expect(second.facts.claims.phone).toEqual(first.facts.claims.phone);
  expect(second.facts.figures.cashOffers.claim).toEqual({ ...stamp, confirmedAt: site.clock.now().toISOString() });
});

test("a confirmed figure has a source and a confirmed letter the writer's permission, even if the browser names the file", async () => {
  const { draft } = await start();
  const facts = seedFacts();
  for (const confirmedBy of ["", SITE_CONFIG]) {
    const claim = { state: "confirmed" as const, source: "", confirmedBy, confirmedAt: "" };
    const [letter] = facts.testimonials;
    if (!letter) throw new Error("There is no letter.");
    const answer = await draft({
      ...facts,
      figures: { ...facts.figures, cashOffers: { ...facts.figures.cashOffers, claim } },
      testimonials: [{ ...letter, claim }],
    });
    expect(answer.json().fields).toEqual({
      "facts.figures.cashOffers.claim.source": "Please say where this figure comes from",
      "facts.testimonials.0.permission.givenOn": "Please say when the writer gave permission",
      "facts.testimonials.0.permission.how": "Please say how the writer gave permission",
    });
  }
});

test("a way to reach the company, a place for its mail and the legal texts cannot be taken away", async () => {
  const { draft } = await start();
  const facts = seedFacts();
  const hidden = { state: "hidden" as const, source: "", confirmedBy: "", confirmedAt: "" };
  const claims = { ...facts.claims, phone: hidden, email: hidden, privacy: hidden, terms: hidden };
  const deaf = await draft({ ...facts, staffEmails: [] });
  expect([deaf.statusCode, deaf.json().code, deaf.json().fields]).toEqual([
    409,
    "last_staff_email",
    { "facts.staffEmails": "Please keep at least one address that hears of new bookings and messages" },
  ]);
  expect((await draft({ ...facts, claims })).json().fields).toEqual({
    "facts.claims.email.state": "Please show a phone number or an e-mail address: people must be able to reach you",
    "facts.claims.privacy.state": "The forms refer to this text, so it cannot be hidden",
    "facts.claims.terms.state": "The forms refer to this text, so it cannot be hidden",
  });
});

test("a draft written from an older version than the published one changes nothing, and its writer is told", async () => {
  const { call, draft, publish } = await start();
  await draft(renamed("First"));
  await publish();
  const stale = await call("PUT", "/api/site/draft", { facts: seedFacts(), version: 0, basedOn: 1 });
  expect([stale.statusCode, stale.json().published.number]).toEqual([409, 2]);
  expect((await call("PUT", "/api/site/draft", { facts: renamed("Second"), version: 0, basedOn: 2 })).statusCode).toBe(
    200,
  );
  await call("POST", "/api/site/versions/1/publish");
  const overtaken = await publish(3);
  expect([overtaken.statusCode, overtaken.json().published.number]).toEqual([409, 3]);
});

test("pages that cannot be shown leave the facts as they were", async () => {
  const site = await startSite();
  const renderPages = async () => () => {
    throw new Error("The disk is gone.");
  };
  const shown = await findLatestVersion(site.database.read);
  if (!shown) throw new Error("Nothing is published.");
  const renderPage = async () => undefined;
  const published = new PublishedVersion({ ...site, renderPages, renderPage, published: shown });
  const by = { actor: "owner@example.com", now: new Date() };
  await replaceDraft(site.database, { facts: renamed(), version: 0, ...by });
  await expect(published.publishDraft({ version: 1, ...by })).rejects.toThrow("The disk is gone.");
  expect([currentFacts().company.name, published.shown.number]).toEqual([seedFacts().company.name, 1]);
});

test("an announcement is taken off the pages after its last day, without a publication", async () => {
  const site = await startSite();
  const shown = await findLatestVersion(site.database.read);
  if (!shown) throw new Error("Nothing is published.");
  const announcement = { text: "Closed today at noon", until: "2026-11-20" };
  const rendered: string[] = [];
  const renderPages = async ({ facts }: { facts: Facts }) => {
    rendered.push(facts.announcement.text);
    return () => {};
  };
  const published = new PublishedVersion({ ...site, renderPages, renderPage: async () => undefined, published: shown });
  const by = { actor: "owner@example.com", now: site.clock.now() };
  await replaceDraft(site.database, { facts: { ...seedFacts(), announcement }, version: 0, ...by });
  await published.publishDraft({ version: 1, ...by });
  site.clock.set("2026-11-21T05:59:00.000Z");
  await published.refresh();
  expect(new Set(rendered)).toEqual(new Set([announcement.text]));
  site.clock.set("2026-11-21T06:00:00.000Z");
  await published.refresh();
  await published.refresh();
  expect(rendered.filter((text) => text === "")).toHaveLength(1);
  expect(published.shown.facts.announcement).toEqual(announcement);
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
  const [person] = facts.team.map((some) => ({ ...some, bio: "c".repeat(1000) }));
  const many = {
    ...facts,
    padding: "x".repeat(200_000),
    team: Array.from({ length: 30 }, () => person as Facts["team"][number]),
  };
  expect((await call("PUT", "/api/site/draft", { facts: many, version: 0 })).statusCode).toBe(200);
  const huge = { ...facts, padding: "x".repeat(3_200_000) };
  expect((await call("PUT", "/api/site/draft", { facts: huge, version: 1 })).statusCode).toBe(413);
});

test("an earlier version is published again as a new one, but leads are kept as long and staff told where as now", async () => {
  const { call, draft, publish } = await start();
  const staffEmails = ["new-office@porchlight.example"];
  await draft({ ...renamed(), staffEmails, eraseLeadsAfterDays: 365 });
  await publish();
  expect((await call("POST", "/api/site/versions/1/publish")).json()).toEqual({ success: true, number: 3 });
  const { facts } = (await call("GET", "/api/site")).json().published;
  expect(facts).toEqual({ ...seedFacts(), staffEmails, eraseLeadsAfterDays: 365 });
  expect((await call("POST", "/api/site/versions/9/publish")).statusCode).toBe(404);
});

test("a version from before there was a second reminder keeps the present one when it is published again", async () => {
  const { site, call, draft, publish } = await start();
  const { leads, ...others } = renamed();
  const { overdueAfterBusinessMinutes } = leads;
  const facts = JSON.stringify({ ...others, leads: { overdueAfterBusinessMinutes } });
  const of = { changes: "", published_by: "ana@example.com", published_at: "2026-11-01T00:00:00.000Z" };
  await site.database.transaction((trx) =>
    trx
      .insertInto("company_versions")
      .values({ number: 2, facts, ...of })
      .execute(),
  );
  const now = { ...leads, escalateAfterBusinessMinutes: 25 };
  await draft({ ...seedFacts(), leads: now });
  expect((await publish()).json()).toMatchObject({ number: 3 });
  expect((await call("POST", "/api/site/versions/2/publish")).json()).toMatchObject({ number: 4 });
  expect((await call("GET", "/api/site")).json().published.facts.leads).toEqual({
    ...now,
    overdueAfterBusinessMinutes,
  });
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
