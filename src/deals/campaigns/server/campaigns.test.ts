import { expect, test } from "vitest";
import { reportRow, startCampaignSite } from "#test/campaign-site.ts";
import { startSite } from "#test/server.ts";

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const POSTCARD = {
  name: "elm-street",
  target: "/book-meeting?type=phone#form",
  source: "Postcard",
  medium: "print",
  campaign: "Elm Street",
  isRetired: false,
};

test("a short link leads to its page with the campaign in the address, and its visits are counted by day", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const answer = await site.go("/go/Elm-Street");
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toBe(
    "/book-meeting?type=phone&utm_source=Postcard&utm_medium=print&utm_campaign=Elm+Street#form",
  );
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  expect(answer.headers["set-cookie"]).toBeUndefined();
  await site.go("/go/elm-street");
  site.clock.advance(86_400);
  await site.go("/go/elm-street");
  await site.site.visits.write();
  expect((await site.links())[0]).toMatchObject({ name: "elm-street", visits: 3 });

  // The visitor booked; a visit without a lead is a row as well.
  await site.book({ first: { utmSource: "postcard", utmCampaign: "Elm  Street", landingPage: "/book-meeting" } });
  expect(await site.rows("by=campaign")).toEqual([reportRow("elm street", { leads: 1, visits: 3 })]);
  expect(await site.rows("by=source")).toEqual([reportRow("postcard", { leads: 1, visits: 3 })]);
  expect(await site.rows("by=landing-page")).toEqual([reportRow("/book-meeting", { leads: 1, visits: 3 })]);
  expect(await site.rows("by=campaign&to=2026-11-20")).toEqual([reportRow("elm street", { visits: 2 })]);
});

test("bots, browsers that look ahead and HEAD count nothing, and are led on all the same", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const unseen: Record<string, string>[] = [
    { "user-agent": BOT },
    { "user-agent": "curl/8.0" },
    { "user-agent": "" },
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { "x-moz": "prefetch" },
  ];
  for (const headers of unseen) {
    const answer = await site.go("/go/elm-street", headers);
    expect(answer.headers.location, JSON.stringify(headers)).toContain("utm_source=Postcard");
  }
  const head = await site.app.inject({ method: "HEAD", url: "/go/elm-street", headers: { "user-agent": BROWSER } });
  expect(head.statusCode).toBe(302);
  await site.site.visits.write();
  expect((await site.links())[0]?.visits).toBe(0);
});

test.each([
  [{ "sec-gpc": "1" }, "gpc"],
  [{ dnt: "1" }, "dnt"],
  [{ "sec-gpc": "1", dnt: "1" }, "gpc dnt"],
])("where the browser sends %j nothing is sent, counted or stored but the signal", async (asked, signal) => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const answer = await site.go("/go/elm-street", asked);
  expect(answer.headers.location).toBe(POSTCARD.target);
  await site.site.visits.write();
  expect((await site.links())[0]?.visits).toBe(0);
  const source = { first: { utmSource: "postcard" }, last: { utmSource: "postcard" } };
  await site.book(source, {}, asked);
  await site.write(source, {}, asked);
  for (const table of ["bookings", "contact_messages"] as const) {
    const columns = ["first_utm_source", "last_utm_source", "privacy_signal"] as const;
    const kept = await site.database.read.selectFrom(table).select(columns).execute();
    expect(kept).toEqual([{ first_utm_source: null, last_utm_source: null, privacy_signal: signal }]);
  }
  const [lead] = await site.database.read.selectFrom("leads").select("source").execute();
  expect(lead?.source).toBe("Unknown");
  const [booking] = (await site.call("GET", "/api/bookings/list")).json().bookings;
  const [message] = (await site.call("GET", "/api/contact/admin/submissions")).json().contacts;
  for (const shown of [booking, message]) expect(shown).toMatchObject({ privacySignal: signal, source: {} });
});

test("a browser that sends no signal, another value, or one in the form itself asks for nothing", async () => {
  const site = await startCampaignSite();
  const source = { first: { utmSource: "postcard" }, last: { utmSource: "postcard" } };
  const forged = { privacySignal: "gpc", privacy_signal: "dnt" };
  await site.book(source, { meetingTime: "3:00 PM", ...forged }, { "sec-gpc": "0", dnt: "0" });
  await site.write(source, forged, { dnt: "unspecified" });
  for (const table of ["bookings", "contact_messages"] as const) {
    const kept = await site.database.read.selectFrom(table).select(["last_utm_source", "privacy_signal"]).execute();
    expect(kept).toEqual([{ last_utm_source: "postcard", privacy_signal: null }]);
  }
  expect((await site.rows("by=source")).map(({ name }) => name)).toEqual(["postcard"]);
});

test("a bot's booking stays a lead: a person's lost to a guess would cost more", async () => {
  const site = await startCampaignSite();
  await site.book({ first: { utmSource: "radio" } }, {}, { "user-agent": BOT });
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 1 })]);
});

test("a retired link leads on; a deleted one and one that never was are not found", async () => {
  const site = await startCampaignSite({ PUBLIC_URL: "https://homes.example.com" });
  const link = await site.makeLink(POSTCARD);
  const { name: _, ...change } = POSTCARD;
  const put = (body: object) => site.call("PUT", "/api/campaigns/links/elm-street", body);
  const retired = await put({ ...change, target: "/contact", isRetired: true, version: link.version });
  expect(retired.json().link).toMatchObject({ name: "elm-street", isRetired: true, target: "/contact", version: 2 });
  expect((await site.go("/go/elm-street")).headers.location).toMatch(/^\/contact\?utm_source=Postcard/);
  const late = await put({ ...change, version: 1 });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", link: { target: "/contact" } });
  // Links for paper use the site's public URL, whatever URL the admin uses.
  expect((await site.call("GET", "/api/campaigns/links")).json().address).toBe("https://homes.example.com/go/");
  const { history } = (await site.call("GET", "/api/campaigns/links/elm-street/history")).json();
  expect(history).toMatchObject([
    { action: "changed", to: "page, retired", actor: "dana@example.com" },
    { action: "created", to: POSTCARD.target },
  ]);
  await site.site.visits.write();
  await site.go("/go/elm-street");
  expect((await site.call("DELETE", "/api/campaigns/links/elm-street")).statusCode).toBe(200);
  await site.site.visits.write();
  expect(await site.database.read.selectFrom("link_visits").selectAll().execute()).toEqual([]);
  for (const path of ["elm-street", "never-was", "a%2Fb", "%5c", "%00", "x".repeat(150)])
    expect((await site.go(`/go/${path}`)).statusCode, path).toBe(404);
  for (const answer of [await put(change), await site.call("DELETE", "/api/campaigns/links/elm-street")])
    expect(answer.statusCode).toBe(404);
});

test("a link to elsewhere, a name that is taken and a form half filled in are refused", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const refused = async (form: object) => (await site.call("POST", "/api/campaigns/links", form)).json();
  for (const target of ["//evil.example", "/\\evil.example", "https://evil.example", "/\t/evil.example"])
    expect((await refused({ ...POSTCARD, name: "new", target })).fields, target).toHaveProperty("target");
  expect(await refused({ ...POSTCARD, name: "ELM-street" })).toMatchObject({
    code: "invalid_input",
    fields: { name: "There is a link of this name already" },
  });
  expect(Object.keys((await refused({ name: "a b" })).fields)).toEqual(
    expect.arrayContaining(["name", "target", "source", "campaign"]),
  );
});

test("a database that does not answer leads the visitor to the home page", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  await site.database.transaction(async (trx) => {
    await trx.schema.alterTable("links").renameTo("links_away").execute();
  });
  const answer = await site.go("/go/elm-street");
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/"]);
});

test("visits that cannot be stored are kept until they can", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const rename = (from: "link_visits" | "visits_away", to: string) =>
    site.database.transaction(async (trx) => {
      await trx.schema.alterTable(from).renameTo(to).execute();
    });
  await rename("link_visits", "visits_away");
  await site.go("/go/elm-street");
  await site.site.visits.write();
  await site.go("/go/elm-street");
  await rename("visits_away", "link_visits");
  await site.site.visits.write();
  expect((await site.links())[0]?.visits).toBe(2);
});

test("two processes that count visits of one link lose none", async () => {
  const site = await startCampaignSite();
  await site.makeLink(POSTCARD);
  const { dataDir, databaseUrl, authSecret } = site.config;
  const other = await startSite({
    env: { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret ?? "" }) },
  });
  for (let round = 1; round <= 5; round++) {
    for (const { app } of [site, other])
      await app.inject({ method: "GET", url: "/go/elm-street", headers: { "user-agent": BROWSER } });
    await Promise.all([site.site.visits.write(), other.site.visits.write()]);
    expect((await site.links())[0]?.visits).toBe(round * 2);
  }
});
