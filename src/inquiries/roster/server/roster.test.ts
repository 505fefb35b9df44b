import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { seedFacts } from "#company/facts/seed.ts";
import type { Roster } from "#inquiries/roster/roster.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { newId } from "#platform/server/ids.ts";
import { addSignedIn } from "#test/accounts.ts";
import { header, parseMime } from "#test/mime.ts";
import { sendContactMessage } from "#test/requests.ts";
import { emptyDatabaseEnvironment, startSiteWithMail } from "#test/server.ts";

const ENV = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };
const PATH = "/api/roster";

async function start() {
  const { site, smtp } = await startSiteWithMail({ env: ENV });
  const dana = await addSignedIn(site);
  site.clock.advance(1);
  const ana = await addSignedIn(site, { email: "ana@example.com" });
  /** Sessions end overnight. */
  const at = async (instant: string) => {
    site.clock.set(instant);
    Object.assign(dana, { call: (await addSignedIn(site, { email: `${Date.parse(instant)}@example.com` })).call });
  };
  const read = async (): Promise<Roster> => (await dana.call("GET", PATH)).json();
  const rung = async () =>
    (await read()).people
      .filter(({ rung }) => rung)
      .sort((a, b) => (a.rung ?? 0) - (b.rung ?? 0))
      .map(({ email }) => email.split("@")[0]);
  const put = (change: object) => dana.call("PUT", PATH, { ownerId: "", ...change });
  return { site, smtp, dana, ana, at, read, rung, put };
}

test("without a roster the oldest admin is rung in the hours of the phone, and nobody outside", async () => {
  const { dana, at, read, rung } = await start();
  expect(await read()).toMatchObject({ shifts: [], ownerId: "", version: 1 });
  expect(await rung()).toEqual(["dana"]);
  await at("2026-11-21T05:00:00.000Z");
  expect(await rung()).toEqual([]);
  const { availability, version } = (await dana.call("GET", "/api/bookings/availability")).json();
  const change = { ...availability, holidays: [{ year: 2026, open: [] }] };
  expect((await dana.call("PUT", "/api/bookings/availability", { availability: change, version })).statusCode).toBe(
    200,
  );
  // Thanksgiving.
  await at("2026-11-26T16:00:00.000Z");
  expect(await rung()).toEqual([]);
});

test("a shift counts on its days from its start until its end, in the company's time, also when clocks change", async () => {
  const { ana, at, put, rung } = await start();
  const shift = { userId: ana.user.id, days: ["friday", "sunday"], opens: "06:00", closes: "21:30" };
  expect((await put({ shifts: [shift], version: 1 })).statusCode).toBe(200);
  for (const [instant, expected] of [
    ["2026-11-27T11:59:59.000Z", []],
    ["2026-11-27T12:00:00.000Z", ["ana"]],
    ["2026-11-27T16:00:00.000Z", ["ana", "dana"]],
    ["2026-11-28T03:29:59.000Z", ["ana"]],
    ["2026-11-28T03:30:00.000Z", []],
    // The Sunday on which clocks go forward.
    ["2027-03-14T10:59:59.000Z", []],
    ["2027-03-14T11:00:00.000Z", ["ana"]],
  ] as const) {
    await at(instant);
    expect(await rung(), instant).toEqual(expected);
  }
});

test("“I am off today” holds for the own account until midnight", async () => {
  const { ana, dana, at, put, rung } = await start();
  const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
  const shift = { userId: ana.user.id, days: everyDay, opens: "00:00", closes: "23:59" };
  await put({ shifts: [shift], version: 1 });
  expect((await ana.call("PUT", `${PATH}/day-off`, { off: true })).statusCode).toBe(200);
  expect(await rung()).toEqual(["dana"]);
  await at("2026-11-21T05:58:00.000Z");
  expect(await rung()).toEqual([]);
  await at("2026-11-21T06:00:00.000Z");
  expect(await rung()).toEqual(["ana"]);
  await ana.call("PUT", `${PATH}/day-off`, { off: true });
  expect(await rung()).toEqual([]);
  await ana.call("PUT", `${PATH}/day-off`, { off: false });
  expect(await rung()).toEqual(["ana"]);
  const { entries } = (await dana.call("GET", "/api/audit-log?kind=roster")).json();
  expect(entries.map(({ to }: { to: string }) => to)).toEqual(["back today", "off today", "off today", "1 shift"]);
});

test("a roster is refused where it is wrong, and where another admin has changed it", async () => {
  const { site, ana, put } = await start();
  const right = { userId: ana.user.id, days: ["friday"], opens: "08:00", closes: "20:00" };
  const user = await addSignedIn(site, { email: "seller@example.com", role: "user" });
  const cases: [object, string][] = [
    [{ ...right, closes: "08:00" }, "shifts.0.closes"],
    [{ ...right, opens: "08:0" }, "shifts.0.opens"],
    [{ ...right, days: [] }, "shifts.0.days"],
    [{ ...right, userId: "" }, "shifts.0.userId"],
    [{ ...right, userId: user.user.id }, "shifts.0.userId"],
  ];
  for (const [shift, field] of cases) {
    const answer = await put({ shifts: [shift], version: 1 });
    expect([answer.statusCode, Object.keys(answer.json().fields ?? {})], answer.body).toEqual([400, [field]]);
  }
  expect((await put({ shifts: Array.from({ length: 51 }, () => right), version: 1 })).statusCode).toBe(400);
  expect((await put({ shifts: [right], version: 1 })).json()).toMatchObject({ version: 2, shifts: [right] });
  const late = await put({ shifts: [], version: 1 });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", roster: { version: 2, shifts: [right] } });
  expect((await user.call("GET", PATH)).statusCode).toBe(403);
  const both = await Promise.all([put({ shifts: [], version: 2 }), put({ shifts: [right], version: 2 })]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test("the last reminder goes to who is next on the roster, else to the owner", async () => {
  const { site, smtp, ana, dana, put } = await start();
  const last = async () => {
    await sendContactMessage(site);
    site.clock.advance(16 * 60);
    await site.site.mail.sendDue();
    const mails = smtp.mails.splice(0).map(({ raw, to }) => [header(parseMime(raw), "subject"), to.join()]);
    return mails.filter(([subject]) => subject?.startsWith("Last reminder")).map(([, to]) => to);
  };
  expect(await last()).toEqual([dana.user.email]);
  await put({ shifts: [{ userId: ana.user.id, days: ["friday"], opens: "08:00", closes: "20:00" }], version: 1 });
  expect(await last()).toEqual([ana.user.email]);
  await put({ shifts: [], ownerId: ana.user.id, version: 2 });
  expect(await last()).toEqual([ana.user.email]);
  await dana.call("PUT", `/api/users/${ana.user.id}`, { isActive: false });
  expect(await last()).toEqual([dana.user.email]);
});

test("an upgrade keeps the account that got the last reminder, at the end of the roster", async () => {
  const settings = await emptyDatabaseEnvironment();
  const old = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  await migrateTo(old, await readMigrations(MIGRATIONS), "0015-where-meetings-are");
  const now = "2026-11-20T14:00:00.000Z";
  const [first, named] = ["first@example.com", "named@example.com"].map((email) => ({ id: newId(), email }));
  const facts = seedFacts();
  const before = { ...facts.leads, openAgainAfterMinutes: undefined, escalateTo: named?.id };
  await old.transaction(async (trx) => {
    for (const user of [first, named])
      await sql`insert into users (id, email, email_key, search_text, password_hash, role, confirmed_at, email_confirmed_at, created_at, updated_at)
        values (${user?.id}, ${user?.email}, ${user?.email}, ${user?.email}, 'none', 'admin', ${now}, ${now}, ${now}, ${now})`.execute(
        trx,
      );
    const version = { number: 1, changes: "", erase_after_days: null, published_by: "first@example.com" };
    await trx
      .insertInto("company_versions")
      .values({ ...version, facts: JSON.stringify({ ...facts, leads: before }), published_at: now })
      .execute();
  });
  await old.close();

  const { site } = await startSiteWithMail({ env: { ...ENV, ...settings } });
  const { call } = await addSignedIn(site);
  const { ownerId, people } = (await call("GET", PATH)).json();
  expect(ownerId).toBe(named?.id);
  expect(people.find(({ rung }: Roster["people"][number]) => rung)).toMatchObject({ email: "named@example.com" });
  const { leads } = (await call("GET", "/api/site")).json().published.facts;
  expect(leads).toMatchObject({ openAgainAfterMinutes: 10 });
  expect(leads).not.toHaveProperty("escalateTo");
});
