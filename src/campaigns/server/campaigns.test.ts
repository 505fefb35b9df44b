import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/server.ts";
import type { Tables } from "#app/tables.ts";
import { newBookingSchema } from "#bookings/booking.ts";
import { makeBooking } from "#bookings/server/store.ts";
import { type BookingRow, toRow } from "#bookings/server/table.ts";
import type { Report, ReportRow } from "#campaigns/admin.ts";
import { foldLeadCounts } from "#campaigns/server/store.ts";
import { newContactMessageSchema } from "#contact/contact.ts";
import { makeContactMessageRow } from "#contact/server/store.ts";
import { type ContactMessageRow, toRow as toMessageRow } from "#contact/server/table.ts";
import { erasePerson } from "#people/server/personal-data.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { newId } from "#platform/server/ids.ts";
import { addAccount, login } from "#test/accounts.ts";
import { newBooking, newContactMessage } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { emptyDatabaseEnvironment, startSite } from "#test/server.ts";

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const DAY_MS = 86_400_000;
const POSTCARD = {
  name: "elm-street",
  target: "/book-meeting?type=phone#form",
  source: "Postcard",
  medium: "print",
  campaign: "Elm Street",
  isRetired: false,
};

test("leads and what became of their meetings, by source, campaign and landing page, first and latest visit", async () => {
  const site = await start();
  const google = { utmSource: "google", utmCampaign: "Spring", landingPage: "/" };
  const neighbor = { referrer: "https://www.neighbors.example/tips?x=1", landingPage: "/about/?a=b" };
  const held = await site.book({ first: google, last: neighbor });
  const cancelled = await site.book({ first: { ...google, utmSource: " Google", utmCampaign: "SPRING " } });
  await site.book({
    first: {
      clickId: "gclid:abc",
      referrer: "https://www.google.com/",
      landingPage: "https://homes.example.com/about#x",
    },
  });
  await site.book({});
  await site.write({ first: google, last: { landingPage: "/" } });
  await site.status(held, "Completed");
  await site.status(cancelled, "Cancelled");

  expect(await site.rows("by=source")).toEqual([
    row("google", { leads: 3, booked: 2, messages: 1, held: 1, cancelled: 1 }),
    row("Direct or unknown", { leads: 1, booked: 1, open: 1 }),
    row("Google Ads", { leads: 1, booked: 1, open: 1 }),
  ]);
  expect(await site.rows("by=campaign")).toEqual([
    row("spring", { leads: 3, booked: 2, messages: 1, held: 1, cancelled: 1 }),
    row("No campaign", { leads: 2, booked: 2, open: 2 }),
  ]);
  expect(await site.rows("by=landing-page")).toEqual([
    row("/", { leads: 3, booked: 2, messages: 1, held: 1, cancelled: 1 }),
    row("/about", { leads: 1, booked: 1, open: 1 }),
    row("Unknown page", { leads: 1, booked: 1, open: 1 }),
  ]);
  expect(await site.rows("by=source&touch=last")).toEqual([
    row("Direct or unknown", { leads: 4, booked: 3, messages: 1, open: 2, cancelled: 1 }),
    row("neighbors.example", { leads: 1, booked: 1, held: 1 }),
  ]);

  await site.status(cancelled, "Scheduled");
  await site.status(held, "Cancelled");
  expect((await site.rows("by=campaign"))[0]).toEqual(
    row("spring", { leads: 3, booked: 2, messages: 1, open: 1, cancelled: 1 }),
  );
});

test("a range is of the company's days, over changes of the clocks, months and years", async () => {
  // Chicago is six hours behind UTC from 2026-11-01 on, five before.
  const site = await start();
  const instants = [
    "2026-10-31T04:59:59.000Z", // Oct 30, 11:59:59 PM
    "2026-10-31T05:00:00.000Z", // Oct 31
    "2026-11-01T04:59:59.999Z",
    "2026-11-01T05:00:00.000Z", // Nov 1, a day of 25 hours
    "2026-11-02T05:59:59.000Z",
    "2026-11-02T06:00:00.000Z", // Nov 2
    "2026-12-01T05:59:59.000Z", // Nov 30
    "2027-01-01T05:59:59.000Z", // Dec 31
    "2027-01-01T06:00:00.000Z",
    "2027-03-14T05:59:59.000Z", // Mar 13
    "2027-03-14T06:00:00.000Z", // Mar 14, a day of 23 hours
    "2027-03-15T04:59:59.000Z",
    "2027-03-15T05:00:00.000Z", // Mar 15
  ];
  for (const instant of instants) {
    site.clock.set(instant);
    await site.write({});
  }
  const leads = async (from: string, to: string) => (await site.report(`from=${from}&to=${to}`)).total.leads;
  for (const [from, to, expected] of [
    ["2026-10-30", "2026-10-30", 1],
    ["2026-10-31", "2026-10-31", 2],
    ["2026-11-01", "2026-11-01", 2],
    ["2026-11-02", "2026-11-02", 1],
    ["2026-10-01", "2026-10-31", 3],
    ["2026-11-01", "2026-11-30", 4],
    ["2026-12-01", "2026-12-31", 1],
    ["2027-01-01", "", 5],
    ["", "2026-12-31", 8],
    ["2027-03-13", "2027-03-13", 1],
    ["2027-03-14", "2027-03-14", 2],
    ["2027-03-15", "2027-03-15", 1],
    ["", "", 13],
    ["2025-01-01", "2030-01-01", 13],
    ["2029-01-01", "", 0],
  ] as const)
    expect(await leads(from, to), `${from} to ${to}`).toBe(expected);
  for (const query of ["from=2026-11-31", "from=2026-11-02&to=2026-11-01", "by=nothing", "touch=middle"])
    expect((await site.call("GET", `/api/campaigns/report?${query}`)).statusCode, query).toBe(400);
});

test("rows add up to the total, and thousands of made-up campaigns stay one row of the page and all of the file", async () => {
  const site = await start();
  for (let index = 0; index < 60; index++)
    await site.write({ first: { utmSource: `made up ${index}`, utmCampaign: '=HYPERLINK("x")' } });
  for (let index = 0; index < 3; index++) await site.book({ first: { utmSource: "radio" } });
  const { rows, total, others } = await site.report("by=source");
  expect(rows).toHaveLength(51);
  expect(rows[0]).toEqual(row("radio", { leads: 3, booked: 3, open: 3 }));
  expect(rows.at(-1)).toEqual(row("All others", { leads: 11, messages: 11 }));
  expect(others).toBe(11);
  expect(total).toEqual({ ...row("", { leads: 63, booked: 3, messages: 60, open: 3 }), name: undefined });

  const file = await site.call("GET", "/api/campaigns/report/csv?by=source&from=2026-11-01&to=2026-11-30");
  expect(file.headers["content-disposition"]).toBe(
    'attachment; filename="what-paid-off_source_first-visit_2026-11-01_to_2026-11-30.csv"',
  );
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = file.body.split("\r\n");
  expect(lines[0]).toBe("\uFEFFSource,Leads,Meetings booked,Messages,Held,Cancelled,Open,Share held (%),Link visits");
  expect(lines[1]).toBe("radio,3,3,0,0,0,3,,");
  expect(lines).toHaveLength(63);
  const campaigns = await site.call("GET", "/api/campaigns/report/csv?by=campaign&touch=last");
  expect(campaigns.headers["content-disposition"]).toContain('"what-paid-off_campaign_latest-visit_all-time.csv"');
  const named = await site.call("GET", "/api/campaigns/report/csv?by=campaign");
  expect(named.body).toContain(`"'=hyperlink(""x"")",60,0,60`);
});

test("texts of any length and script are counted, and no visitor is refused", async () => {
  const site = await start();
  const long = "😀".repeat(250);
  const visit = {
    utmSource: long,
    utmCampaign: long,
    referrer: `https://${long}`,
    clickId: long,
    landingPage: `/${long}`,
  };
  await site.write({ first: visit, last: visit });
  for (const by of ["source", "campaign", "landing-page"]) {
    const [first] = await site.rows(`by=${by}`);
    expect([...(first?.name ?? "")]).toHaveLength(100);
  }
  const [today] = await site.rows("by=source&from=2026-11-20&to=2026-11-20");
  site.clock.advance(2 * 86_400);
  const [later] = await site.rows("by=source&from=2026-11-20&to=2026-11-20");
  expect(later).toEqual(today);
});

test("an erased person leaves no trace in the counts", async () => {
  const site = await start();
  const visit = { utmSource: "renee@example.com", utmCampaign: "renee" };
  const id = await site.book({ first: visit, last: visit });
  await site.write({ first: visit });
  await site.status(id, "Completed");
  await site.write({ first: { utmSource: "radio" } }, { email: "tomas@example.com" });
  await foldLeadCounts(site.database);
  expect(await site.rows("by=source")).toHaveLength(2);
  const { dataDir } = site.config;
  await erasePerson(site.database, { email: "renee@example.com", dataDir, now: site.clock.now() });
  expect(await site.rows("by=source")).toEqual([row("radio", { leads: 1, messages: 1 })]);
  const left = await site.database.read.selectFrom("lead_counts").selectAll().execute();
  expect(JSON.stringify(left)).not.toContain("renee");
});

test("leads from before the counts were kept are in them", async () => {
  const settings = await emptyDatabaseEnvironment();
  const old = await openDatabase<Tables>({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  const migrations = await readMigrations(MIGRATIONS);
  const names = Object.keys(migrations).sort();
  await migrateTo(old, migrations, names[names.findIndex((name) => name.endsWith("-campaigns")) - 1] ?? "");
  const now = new Date("2026-11-20T14:00:00.000Z");
  const visit = {
    utmSource: "Radio",
    utmCampaign: "spring",
    referrer: "https://www.example.com/a?b",
    landingPage: "/a?b#c",
  };
  const source = { first: visit, last: { referrer: "example.org", clickId: "msclkid:1" } };
  const booking = newBookingSchema.parse(newBooking({ source }));
  const message = newContactMessageSchema.parse(newContactMessage({ source }));
  await old.transaction(async (trx) => {
    // As an older version wrote them, without later columns.
    const made = makeBooking({ id: newId(), booking, time: "10:00", minutes: 30, now });
    const { mailbox_key: _, privacy_signal: __, ...row } = toRow({ ...made, seat: 0 });
    await trx
      .insertInto("bookings")
      .values(row as BookingRow)
      .execute();
    const messageRow = toMessageRow(makeContactMessageRow({ id: newId(), message, now }));
    const { email_key: ___, privacy_signal: ____, ...sent } = messageRow;
    await trx
      .insertInto("contact_messages")
      .values(sent as ContactMessageRow)
      .execute();
  });
  await old.close();

  const site = await start(settings);
  expect(await site.rows("by=source")).toEqual([row("radio", { leads: 2, booked: 1, messages: 1, open: 1 })]);
  expect(await site.rows("by=landing-page")).toEqual([row("/a", { leads: 2, booked: 1, messages: 1, open: 1 })]);
  expect(await site.rows("touch=last")).toEqual([row("Microsoft Ads", { leads: 2, booked: 1, messages: 1, open: 1 })]);
  const counted = () =>
    site.database.read.selectFrom("lead_counts").selectAll().orderBy("touch").orderBy("kind").execute();
  const byMigration = await counted();
  await site.write(source);
  await site.book(source);
  await foldLeadCounts(site.database);
  // New counts have the same keys as migrated ones.
  expect((await counted()).map(({ count, ...key }) => key)).toEqual(byMigration.map(({ count, ...key }) => key));
});

test("folding changes no figure, however often and while others write", async () => {
  const site = await start();
  await Promise.all(Array.from({ length: 12 }, (_, index) => site.write({ first: { utmSource: `s${index % 3}` } })));
  const before = await site.rows("by=source");
  await Promise.all([
    ...Array.from({ length: 6 }, () => foldLeadCounts(site.database)),
    ...Array.from({ length: 12 }, (_, index) => site.write({ first: { utmSource: `s${index % 3}` } })),
  ]);
  await foldLeadCounts(site.database);
  const after = await site.rows("by=source");
  expect(after).toEqual(before.map((line) => ({ ...line, leads: line.leads * 2, messages: line.messages * 2 })));
});

test("a short link leads to its page with the campaign in the address, and its visits are counted by day", async () => {
  const site = await start();
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
  expect(await site.rows("by=campaign")).toEqual([row("elm street", { leads: 1, booked: 1, open: 1, visits: 3 })]);
  expect(await site.rows("by=source")).toEqual([row("postcard", { leads: 1, booked: 1, open: 1, visits: 3 })]);
  expect(await site.rows("by=landing-page")).toEqual([
    row("/book-meeting", { leads: 1, booked: 1, open: 1, visits: 3 }),
  ]);
  expect(await site.rows("by=campaign&to=2026-11-20")).toEqual([row("elm street", { visits: 2 })]);
});

test("bots, browsers that look ahead and HEAD count nothing, and are led on all the same", async () => {
  const site = await start();
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
  const site = await start();
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
  const [lead] = await site.database.read.selectFrom("bookings").select("lead_source").execute();
  expect(lead?.lead_source).toBe("Unknown");
  const [booking] = (await site.call("GET", "/api/bookings/list")).json().bookings;
  const [message] = (await site.call("GET", "/api/contact/admin/submissions")).json().contacts;
  for (const shown of [booking, message]) expect(shown).toMatchObject({ privacySignal: signal, source: {} });
});

test("a browser that sends no signal, another value, or one in the form itself asks for nothing", async () => {
  const site = await start();
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
  const site = await start();
  await site.book({ first: { utmSource: "radio" } }, {}, { "user-agent": BOT });
  expect(await site.rows("by=source")).toEqual([row("radio", { leads: 1, booked: 1, open: 1 })]);
});

test("a retired link leads on; a deleted one and one that never was are not found", async () => {
  const site = await start({ PUBLIC_URL: "https://homes.example.com" });
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
  const site = await start();
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
  const site = await start();
  await site.makeLink(POSTCARD);
  await site.database.transaction(async (trx) => {
    await trx.schema.alterTable("links").renameTo("links_away").execute();
  });
  const answer = await site.go("/go/elm-street");
  expect([answer.statusCode, answer.headers.location]).toEqual([302, "/"]);
});

test("visits that cannot be stored are kept until they can", async () => {
  const site = await start();
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
  const site = await start();
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

function row(name: string, figures: Partial<ReportRow>): ReportRow {
  return { name, leads: 0, booked: 0, messages: 0, held: 0, open: 0, cancelled: 0, visits: null, ...figures };
}

async function start(settings: Record<string, string> = {}) {
  const site = await startSite({ env: { ...settings, RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  await addAccount(site);
  let session = { token: "", until: 0 };
  // Signs in again after the clock was moved.
  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, payload?: object) => {
    const now = site.clock.now().getTime();
    if (now > session.until || now < session.until - DAY_MS)
      session = { token: (await login(site, "dana@example.com")).json().accessToken, until: now + DAY_MS / 2 };
    const headers = { authorization: `Bearer ${session.token}` };
    return site.app.inject({ method, url, headers, ...(payload && { payload }) });
  };
  const times = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM"];
  return {
    ...site,
    call,
    book: async (source: object, changes: object = {}, headers: Record<string, string> = {}): Promise<string> =>
      (await bookMeeting(site, { meetingTime: times.shift(), source, ...changes }, { headers })).id,
    write: (source: object, changes: object = {}, headers: Record<string, string> = {}) =>
      sendContactMessage(site, { email: "renee@example.com", source, ...changes }, { headers }),
    status: async (id: string, status: string) => {
      const answer = await call("PATCH", `/api/bookings/${id}/status`, { status });
      expect(answer.statusCode, answer.body).toBe(200);
    },
    report: async (query: string): Promise<Report> => {
      const answer = await call("GET", `/api/campaigns/report?${query}`);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json();
    },
    rows: async (query: string): Promise<ReportRow[]> =>
      (await call("GET", `/api/campaigns/report?${query}`)).json().rows,
    makeLink: async (form: object) => {
      const answer = await call("POST", "/api/campaigns/links", form);
      expect(answer.statusCode, answer.body).toBe(201);
      return answer.json().link;
    },
    links: async () => (await call("GET", "/api/campaigns/links")).json().links as { visits: number }[],
    go: (url: string, headers: Record<string, string> = {}) =>
      site.app.inject({ method: "GET", url, headers: { "user-agent": BROWSER, ...headers } }),
  };
}
