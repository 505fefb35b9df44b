import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { erasePerson } from "#deals/privacy/server/personal-data.ts";
import { newBookingSchema } from "#inquiries/bookings/booking.ts";
import { makeBooking } from "#inquiries/bookings/server/make-booking.ts";
import { toRow } from "#inquiries/bookings/server/store.ts";
import { newContactMessageSchema } from "#inquiries/contact/contact.ts";
import { makeContactMessageRow } from "#inquiries/contact/server/make-contact-message.ts";
import { toRow as toMessageRow } from "#inquiries/contact/server/store.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { newId } from "#platform/server/ids.ts";
import { reportRow, startCampaignSite } from "#test/campaign-site.ts";
import { FIRST_RELEASE } from "#test/database/database-of-version.ts";
import { newBooking, newContactMessage } from "#test/people.ts";
import { emptyDatabaseEnvironment } from "#test/server.ts";
import { foldLeadCounts } from "./store.ts";
import type { LeadCountsTable } from "./table.ts";

const CONTRACT = { contractCents: 10_000_000, closingCents: 11_250_050 };

test("leads and what became of them, by source, campaign and landing page, first and latest visit", async () => {
  const site = await startCampaignSite();
  const google = { utmSource: "google", utmCampaign: "Spring", landingPage: "/" };
  const neighbor = { referrer: "https://www.neighbors.example/tips?x=1", landingPage: "/about/?a=b" };
  const closed = await site.book({ first: google, last: neighbor });
  const lost = await site.book({ first: { ...google, utmSource: " Google", utmCampaign: "SPRING " } });
  await site.book({
    first: {
      clickId: "gclid:abc",
      referrer: "https://www.google.com/",
      landingPage: "https://homes.example.com/about#x",
    },
  });
  await site.book({});
  await site.write({ first: google, last: { landingPage: "/" } });
  await site.status(closed, "Completed");
  await site.move(closed, "Offer made");
  await site.move(closed, "Under contract");
  await site.move(closed, "Closed", CONTRACT);
  await site.status(lost, "Completed");
  await site.move(lost, "Lost");

  const spring = {
    leads: 3,
    held: 2,
    offers: 1,
    contracts: 1,
    closings: 1,
    spreads: 1,
    spreadCents: 1_250_050,
  };
  expect(await site.rows("by=source")).toEqual([
    reportRow("google", spring),
    reportRow("Direct or unknown", { leads: 1 }),
    reportRow("Google Ads", { leads: 1 }),
  ]);
  expect(await site.rows("by=campaign")).toEqual([reportRow("spring", spring), reportRow("No campaign", { leads: 2 })]);
  expect(await site.rows("by=landing-page")).toEqual([
    reportRow("/", spring),
    reportRow("/about", { leads: 1 }),
    reportRow("Unknown page", { leads: 1 }),
  ]);
  const { leads: _, ...outcome } = spring;
  expect(await site.rows("by=source&touch=last")).toEqual([
    reportRow("Direct or unknown", { leads: 4, held: 1 }),
    reportRow("neighbors.example", { leads: 1, ...outcome, held: 1 }),
  ]);
});

test("a person who books twice and writes about one house is one lead, and one who writes first keeps the first source", async () => {
  const site = await startCampaignSite();
  const email = "renee@example.com";
  await site.write({ first: { utmSource: "radio" } }, { email });
  await site.book({ first: { utmSource: "google" } }, { email });
  await site.book({ first: { utmSource: "bing" } }, { email });
  await site.write({ first: { utmSource: "bing" } }, { email });
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 1 })]);
  await site.book(
    { first: { utmSource: "google" } },
    { email, propertyAddress: { street: "9 Oak Avenue", city: "Peoria", state: "IL", zipCode: "61602" } },
  );
  expect(await site.rows("by=source")).toEqual([reportRow("google", { leads: 1 }), reportRow("radio", { leads: 1 })]);
});

test("a lead that is moved back counts no further than it is, and one that skips a stage has passed it", async () => {
  const site = await startCampaignSite();
  const id = await site.book({ first: { utmSource: "radio" } });
  const counted = async () => (await site.rows("by=source"))[0];
  await site.move(id, "Closed", CONTRACT);
  const { contractCents, closingCents } = CONTRACT;
  const spread = { spreads: 1, spreadCents: closingCents - contractCents };
  expect(await counted()).toEqual(reportRow("radio", { leads: 1, offers: 1, contracts: 1, closings: 1, ...spread }));
  await site.move(id, "Under contract");
  expect(await counted()).toEqual(reportRow("radio", { leads: 1, offers: 1, contracts: 1 }));
  await site.move(id, "Met");
  expect(await counted()).toEqual(reportRow("radio", { leads: 1, held: 1 }));
  await site.move(id, "New");
  expect(await counted()).toEqual(reportRow("radio", { leads: 1 }));
  // A house that was sold for less than it cost.
  await site.move(id, "Closed", { contractCents: closingCents, closingCents: contractCents });
  expect((await counted())?.spreadCents).toBe(contractCents - closingCents);
  // The same, read row by row within a day.
  expect((await site.rows("by=source&from=2026-11-20&to=2026-11-20"))[0]).toEqual(await counted());
});

test("leads whose source a caller said are marked", async () => {
  const site = await startCampaignSite();
  await site.write({ first: { utmSource: "radio" } });
  await site.write({ first: { utmSource: "radio" } });
  await site.database.transaction(async (trx) => {
    const { id } = await trx.selectFrom("leads").select("id").limit(1).executeTakeFirstOrThrow();
    await trx.updateTable("leads").set({ source_said: 1 }).where("id", "=", id).execute();
  });
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 2, said: 1 })]);
  site.clock.advance(3 * 86_400);
  expect(await site.rows("by=source&from=2026-11-20&to=2026-11-20")).toEqual([
    reportRow("radio", { leads: 2, said: 1 }),
  ]);
});

test("a range is of the company's days, over changes of the clocks, months and years", async () => {
  // Chicago is six hours behind UTC from 2026-11-01 on, five before.
  const site = await startCampaignSite();
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
  const site = await startCampaignSite();
  for (let index = 0; index < 60; index++)
    await site.write({ first: { utmSource: `made up ${index}`, utmCampaign: '=HYPERLINK("x")' } });
  for (let index = 0; index < 3; index++) await site.book({ first: { utmSource: "radio" } });
  const { rows, total, others } = await site.report("by=source");
  expect(rows).toHaveLength(51);
  expect(rows[0]).toEqual(reportRow("radio", { leads: 3 }));
  expect(rows.at(-1)).toEqual(reportRow("All others", { leads: 11 }));
  expect(others).toBe(11);
  expect(total).toEqual({ ...reportRow("", { leads: 63 }), name: undefined });

  const file = await site.call("GET", "/api/campaigns/report/csv?by=source&from=2026-11-01&to=2026-11-30");
  expect(file.headers["content-disposition"]).toBe(
    'attachment; filename="what-paid-off_source_first-visit_2026-11-01_to_2026-11-30.csv"',
  );
  expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
  const lines = file.body.split("\r\n");
  expect(lines[1]).toBe("radio,3,0,,,0,0,0,0,,,,,,,,0");
  expect(lines).toHaveLength(63);
  const campaigns = await site.call("GET", "/api/campaigns/report/csv?by=campaign&touch=last");
  expect(campaigns.headers["content-disposition"]).toContain('"what-paid-off_campaign_latest-visit_all-time.csv"');
  const named = await site.call("GET", "/api/campaigns/report/csv?by=campaign");
  expect(named.body).toContain(`"'=hyperlink(""x"")",60,0,0,`);
});

test("texts of any length and script are counted, and no visitor is refused", async () => {
  const site = await startCampaignSite();
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
  const site = await startCampaignSite();
  const visit = { utmSource: "renee@example.com", utmCampaign: "renee" };
  const email = "renee@example.com";
  const id = await site.book({ first: visit, last: visit }, { email });
  await site.write({ first: visit }, { email });
  await site.status(id, "Completed");
  await site.write({ first: { utmSource: "radio" } }, { email: "tomas@example.com" });
  await foldLeadCounts(site.database);
  expect(await site.rows("by=source")).toHaveLength(2);
  const { dataDir } = site.config;
  await erasePerson(site.database, { email: "renee@example.com", dataDir, now: site.clock.now() });
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 1 })]);
  const left = await site.database.read.selectFrom("lead_counts").selectAll().execute();
  expect(JSON.stringify(left)).not.toContain("renee");
});

test("folding changes no figure, however often and while others write", async () => {
  const site = await startCampaignSite();
  await Promise.all(Array.from({ length: 12 }, (_, index) => site.write({ first: { utmSource: `s${index % 3}` } })));
  const before = await site.rows("by=source");
  await Promise.all([
    ...Array.from({ length: 6 }, () => foldLeadCounts(site.database)),
    ...Array.from({ length: 12 }, (_, index) => site.write({ first: { utmSource: `s${index % 3}` } })),
  ]);
  await foldLeadCounts(site.database);
  const after = await site.rows("by=source");
  expect(after).toEqual(before.map((line) => ({ ...line, leads: line.leads * 2 })));
});

test("a lead that moves on and back between foldings leaves nothing behind, and neither does its source", async () => {
  const site = await startCampaignSite();
  const email = "renee@example.com";
  const id = await site.book({ first: { utmSource: "radio" } }, { email });
  await foldLeadCounts(site.database);
  await site.move(id, "Closed", CONTRACT);
  await foldLeadCounts(site.database);
  expect((await site.rows("by=source"))[0]).toMatchObject({ leads: 1, closings: 1, spreads: 1 });
  await site.move(id, "New");
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 1 })]);
  await foldLeadCounts(site.database);
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 1 })]);
  await erasePerson(site.database, { email, dataDir: site.config.dataDir, now: site.clock.now() });
  expect(await site.database.read.selectFrom("lead_counts").selectAll().execute()).toEqual([]);
});

test("leads from before the counts were kept are in them, with the meetings that were held", async () => {
  const settings = await emptyDatabaseEnvironment();
  const old = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  await migrateTo(old, await readMigrations(MIGRATIONS), FIRST_RELEASE);
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
  const made = makeBooking({ id: newId(), booking, time: "10:00", minutes: 30, now });
  const rows = {
    bookings: toRow({ ...made, status: "Completed", leadId: "", seat: 0 }),
    contact_messages: toMessageRow({ ...makeContactMessageRow({ id: newId(), message, now }), leadId: "" }),
  };
  const tables = await old.read.introspection.getTables();
  await old.transaction(async (trx) => {
    for (const [table, row] of Object.entries(rows)) {
      // As the first release wrote them, without later columns.
      const columns = new Set(tables.find(({ name }) => name === table)?.columns.map(({ name }) => name));
      const known = Object.entries(row).filter(([name]) => columns.has(name));
      await sql`insert into ${sql.table(table)} (${sql.join(known.map(([name]) => sql.ref(name)))})
        values (${sql.join(known.map(([, value]) => value))})`.execute(trx);
    }
  });
  await old.close();

  const site = await startCampaignSite(settings);
  expect(await site.rows("by=source")).toEqual([reportRow("radio", { leads: 2, held: 1 })]);
  expect(await site.rows("by=landing-page")).toEqual([reportRow("/a", { leads: 2, held: 1 })]);
  expect(await site.rows("touch=last")).toEqual([reportRow("Microsoft Ads", { leads: 2, held: 1 })]);
  const keyOf = ({ touch, day, source, campaign, referrer, click, landing_page }: LeadCountsTable) =>
    [touch, day, source, campaign, referrer, click, landing_page].join(" ");
  const counted = () =>
    site.database.read.selectFrom("lead_counts").selectAll().orderBy("touch").orderBy("day").execute();
  const byMigration = await counted();
  await site.write(source);
  await site.book(source);
  await foldLeadCounts(site.database);
  // New counts have the same keys as migrated ones.
  expect((await counted()).map(keyOf)).toEqual(byMigration.map(keyOf));
});
