// A database of each release, from the backup that its own code made, through every migration since.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { formatTime } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { appliedMigrations, readMigrations } from "#platform/server/database/migrate.ts";
import { addSignedIn, login } from "../accounts.ts";
import { runCommand } from "../programs/commands.ts";
import { startProcess } from "../programs/processes.ts";
import { bookMeeting } from "../programs/requests.ts";
import { databaseEnvironment, emptyDatabaseEnvironment, startSite, type TestSite } from "../server.ts";
import { databaseOfRelease, RELEASES_FOLDER, siteConfig } from "./database-of-version.ts";

type Row = Record<string, unknown>;

const SLOW = { timeout: 90_000 };
const RELEASES = globSync("*.backup", { cwd: RELEASES_FOLDER }).sort();
const FIRST = join(RELEASES_FOLDER, "1.0.0.backup");
/** Written by people, and changed by nobody but them: no migration may lose a row of these. */
const RECORDS = ["bookings", "contact_messages", "users", "mails"] as const;
/** Of a booking, as it is stored and as the API shows it. */
const SHOWN = {
  first_name: "firstName",
  last_name: "lastName",
  email: "email",
  phone: "phone",
  status: "status",
  meeting_date: "meetingDate",
  created_at: "createdAt",
  additional_info: "additionalInfo",
};

test("there is a backup of the first release, with records of every kind", () => {
  expect(RELEASES).toContain(basename(FIRST));
  const rows = rowsOf(FIRST);
  for (const table of [...RECORDS, "history", "idempotency_keys"])
    expect(rows[table]?.length, table).toBeGreaterThan(5);
});

test.for(RELEASES)("%s: two processes that start at once migrate it once, and nothing is lost", SLOW, async (name) => {
  const file = join(RELEASES_FOLDER, name);
  const settings = await databaseOfRelease(file);
  const sites = await Promise.all([startProcess(settings), startProcess(settings)]);
  for (const site of sites) {
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    await bookMeeting(site, { email: "after@example.com" });
    await site.end("SIGTERM");
  }
  const site = await startSite({ env: settings });
  expect(await appliedMigrations(site.database.read)).toEqual(Object.keys(await readMigrations(MIGRATIONS)));
  await expectRecords(site, file, { added: sites.length });
});

test.for(RELEASES)("%s: restored by today's command, nothing is lost", SLOW, async (name) => {
  const file = join(RELEASES_FOLDER, name);
  const target = await emptyDatabaseEnvironment();
  expect(await runCommand("restore", target, file)).toContain(`, ${recordsOf(file).bookings?.length} meetings, `);
  const site = await startSite({ env: { ...target, ...siteConfig(target) } });
  await expectRecords(site, file, { added: 0 });
});

test(
  "a person of the first release signs in, and their changes, stops and history are as they left them",
  SLOW,
  async () => {
    const site = await startSite({ env: await databaseOfRelease(FIRST) });
    expect((await login(site, "dana@example.com", "A long pass phrase 41")).statusCode).toBe(200);
    expect((await login(site, "seller@example.com", "A long pass phrase 42")).statusCode).toBe(403);
    const admin = await addSignedIn(site, { email: "new@example.com" });
    const { bookings } = (await admin.call("GET", "/api/bookings/list?limit=100")).json();
    const at = (street: string): Row =>
      bookings.find(({ propertyAddress }: { propertyAddress: Row }) => propertyAddress.street === street);

    const renee = at("1422 Elm Street");
    expect(renee).toMatchObject({ firstName: "Renée", status: "Completed", notes: "Met her. The roof leaks." });
    const { history } = (await admin.call("GET", `/api/bookings/${renee._id}/history`)).json();
    expect(history.map(({ actor }: Row) => actor)).toContain("owner@example.com");
    expect(at("1424 Elm Street")).toMatchObject({ firstName: "Đặng", lastName: "Thị \u2028 🏠", status: "Cancelled" });
    expect(at("1425 Elm Street")).toMatchObject({ notes: "Calls back on Friday." });
    const found = (await admin.call("GET", "/api/bookings/list?search=renee@example")).json();
    expect(found.bookings).toHaveLength(2);
    const reminders = await site.database.read
      .selectFrom("bookings")
      .select("reminders_stopped_at")
      .where("email", "=", "zoe@example.com")
      .execute();
    expect(reminders).toEqual([{ reminders_stopped_at: expect.stringMatching(/^20/) }]);
  },
);

test("the backup of a release goes neither into a database with records nor over newer tables", SLOW, async () => {
  await expect(runCommand("restore", await databaseOfRelease(FIRST), FIRST)).rejects.toThrow("not empty");
  await expect(runCommand("restore", await databaseEnvironment(), FIRST)).rejects.toThrow("tables of a newer version");
});

/** Every record of the backup is found through the API as it was, and counted. */
async function expectRecords(site: TestSite, file: string, { added }: { added: number }): Promise<void> {
  const rows = recordsOf(file);
  const admin = await addSignedIn(site, { email: "checks@example.com" });
  const get = async (url: string) => (await admin.call("GET", url)).json();
  const { bookings = [], contact_messages: messages = [], users = [] } = rows;
  expect((await get("/api/bookings/stats")).total).toBe(bookings.length + added);
  expect((await get("/api/contact/admin/stats")).total).toBe(messages.length);
  expect((await get("/api/users")).total).toBe(users.length + 1);

  const shown = new Map<unknown, Row>();
  for (let page = 1; shown.size < bookings.length + added; page++) {
    const { bookings: some } = await get(`/api/bookings/list?limit=100&page=${page}`);
    if (some.length === 0) break;
    for (const booking of some) shown.set(booking._id, booking);
  }
  for (const row of bookings) {
    const known = Object.entries(SHOWN).filter(([column]) => row[column] !== null && column in row);
    expect(shown.get(row.id)).toMatchObject({
      ...Object.fromEntries(known.map(([column, field]) => [field, row[column]])),
      meetingTime: formatTime(String(row.meeting_time)),
      propertyAddress: { street: row.street, zipCode: row.zip_code },
    });
  }
  const { contacts } = await get("/api/contact/admin/submissions?limit=100");
  for (const { id, name, message } of messages)
    expect(contacts).toContainEqual(expect.objectContaining({ _id: id, name, message }));
  for (const table of RECORDS) {
    const ids = new Set(await idsOf(site.database, table));
    expect(
      (rows[table] ?? []).filter(({ id }) => !ids.has(String(id))),
      table,
    ).toEqual([]);
  }
  // Each of them belongs to a lead of its person since leads exist.
  const { rows: leadless } =
    await sql<Row>`select id from bookings where lead_id is null or lead_id not in (select id from leads)`.execute(
      site.database.read,
    );
  expect(leadless).toEqual([]);
}

/** By table. The file is read as text, so that the test does not depend on the code that restores it. */
function rowsOf(file: string): Record<string, Row[]> {
  const rows: Record<string, Row[]> = {};
  let table = { name: "", columns: [] as string[] };
  for (const text of gunzipSync(readFileSync(file)).toString().split("\n").filter(Boolean)) {
    const line = JSON.parse(text);
    if ("table" in line) table = { name: line.table, columns: line.columns };
    if (!Array.isArray(line)) continue;
    const row = Object.fromEntries(table.columns.map((column, index) => [column, line[index]]));
    rows[table.name] = [...(rows[table.name] ?? []), row];
  }
  return rows;
}

/** Bookings and messages share a table since 1.1.0, and each kind has one for what is its own. */
function recordsOf(file: string): Record<string, Row[]> {
  const rows = rowsOf(file);
  const inquiries = new Map(rows.inquiries?.map((row) => [row.id, { ...row, first_name: row.name }]));
  const whole = (own: Row[] = []) => own.map((row): Row => ({ ...inquiries.get(row.id), ...row }));
  return { ...rows, ...(rows.meetings && { bookings: whole(rows.meetings), contact_messages: whole(rows.messages) }) };
}

async function idsOf({ read }: Database, table: (typeof RECORDS)[number]): Promise<string[]> {
  return (await read.selectFrom(table).select("id").execute()).map(({ id }) => id);
}
