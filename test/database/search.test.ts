import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { bookingQuerySchema } from "#inquiries/bookings/admin.ts";
import { listBookings } from "#inquiries/bookings/server/admin/store.ts";
import { insertBookingRows } from "#inquiries/bookings/server/store.ts";
import { siteBookingRules } from "#inquiries/bookings/slots.ts";
import { foldText, searchedDigits } from "#platform/search.ts";
import { type Database, SQLITE_FILE } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { madeUpBookings } from "../../scripts/seed/made-up.ts";
import { MadeUpLeads } from "../../scripts/seed/made-up-leads.ts";
import { type Random, randomFrom } from "../../scripts/seed/random.ts";
import { startSite } from "../server.ts";

const BOOKINGS = 3_000;
const SEARCHES = 60;

async function siteWithBookings(random: Random, count = BOOKINGS) {
  const { database, clock, config } = await startSite();
  const rows = [
    ...madeUpBookings(count, {
      random,
      rules: siteBookingRules(currentFacts()),
      now: clock.now(),
      leads: new MadeUpLeads({ random }),
    }),
  ];
  await database.transaction(async (trx) => {
    await insertBookingRows(trx, rows);
  });
  return { database, config, rows, newest: rows.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) };
}

test("search and filters find the same as a scan of every row, page by page", async () => {
  const random = randomFrom("search");
  const { database, rows, newest } = await siteWithBookings(random);

  for (let count = 0; count < SEARCHES; count++) {
    const person = rows[Math.floor(random() * rows.length)];
    const source = [`${person?.first_name} ${person?.last_name}`, person?.email, person?.phone][count % 3] ?? "";
    const length = count % 6 === 5 ? source.length : 1 + Math.floor(random() * 12);
    const start = Math.floor(random() * Math.max(0, source.length - length));
    const search = source.slice(start, start + length).trim() || "a";
    const query = bookingQuerySchema.parse({
      search,
      ...(count % 4 === 0 && { status: "Cancelled" }),
      ...(count % 5 === 0 && { meetingType: "In-Person Meeting" }),
      ...(count % 7 === 0 && { page: "2" }),
    });
    const digits = searchedDigits(search);
    const expected = newest
      .filter((row) => !query.status || query.status.includes(row.status))
      .filter((row) => !query.meetingType || query.meetingType.includes(row.meeting_type))
      .filter(
        (row) =>
          row.search_text.includes(foldText(search)) || (digits !== undefined && row.phone_digits.includes(digits)),
      );
    const found = await listBookings(database, query, query);
    expect(found.total, search).toBe(expected.length);
    const from = (query.page - 1) * query.limit;
    expect(
      found.bookings.map(({ id }) => id),
      search,
    ).toEqual(expected.slice(from, from + query.limit).map(({ id }) => id));
  }
});

test("any page, however far back, is the same as in a scan of every row, also after changes and deletions", async () => {
  const random = randomFrom("pages");
  const { database, newest } = await siteWithBookings(random);
  const left = newest.filter((_, index) => index % 50 !== 0);
  const cancelled = left.filter((_, index) => index % 9 === 0);
  await database.transaction(async (trx) => {
    const gone = newest.filter((_, index) => index % 50 === 0).map(({ id }) => id);
    await trx.deleteFrom("inquiries").where("id", "in", gone).execute();
    const ids = cancelled.map(({ id }) => id);
    await trx.updateTable("inquiries").set({ status: "Cancelled" }).where("id", "in", ids).execute();
  });
  for (const row of cancelled) row.status = "Cancelled";

  const filters = [
    {},
    { status: "Cancelled" },
    { meetingType: "In-Person Meeting" },
    { status: "Completed", propertyType: "Single Family" },
  ];
  for (const filter of filters)
    for (const page of [1, 2, 48, 49, 60, 97, 98, 99]) {
      const query = bookingQuerySchema.parse({ ...filter, page: String(page), limit: "30" });
      const expected = left
        .filter((row) => !query.status || query.status.includes(row.status))
        .filter((row) => !query.meetingType || query.meetingType.includes(row.meeting_type))
        .filter((row) => !query.propertyType || query.propertyType.includes(row.property_type));
      const found = await listBookings(database, query, query);
      const asked = JSON.stringify({ filter, page });
      expect(found.total, asked).toBe(expected.length);
      expect(
        found.bookings.map(({ id }) => id),
        asked,
      ).toEqual(expected.slice((page - 1) * 30, page * 30).map(({ id }) => id));
    }
});

test("what a transaction adds, changes and deletes is found as it ends, and nothing of one that fails", async () => {
  const { database, rows } = await siteWithBookings(randomFrom("ends"), 40);
  const [first, second, third, ...others] = rows.map(({ id }) => id);
  await Promise.all([
    database.transaction(async (trx) => {
      await retext(trx, first, "a first time");
      await retext(trx, first, "renamed twice");
      await retext(trx, second, "soon deleted");
      await trx
        .deleteFrom("inquiries")
        .where("id", "=", second ?? "")
        .execute();
    }),
    expect(
      database.transaction(async (trx) => {
        await retext(trx, third, "never committed");
        throw new Error("refused");
      }),
    ).rejects.toThrow("refused"),
    ...others.map((id, index) => database.transaction((trx) => retext(trx, id, `together ${index}`))),
  ]);

  expect(await idsWith(database, "renamed twice")).toEqual([first]);
  expect((await idsWith(database, "together")).sort()).toEqual([...others].sort());
  for (const gone of ["a first time", "soon deleted", "never committed"])
    expect(await idsWith(database, gone), gone).toEqual([]);
  await database.transaction((trx) => retext(trx, first, "renamed once more"));
  expect(await idsWith(database, "renamed once more")).toEqual([first]);
  expect(await idsWith(database, "renamed twice")).toEqual([]);
});

test.skipIf(process.env.TEST_ENGINE === "postgres")(
  "what a process of the version before writes is found from the next transaction on",
  async () => {
    const { database, config, rows } = await siteWithBookings(randomFrom("older"), 3);
    const [first, second] = rows.map(({ id }) => id);
    const older = new DatabaseSync(join(config.dataDir, SQLITE_FILE));
    onTestFinished(() => older.close());
    older.prepare("update inquiries set search_text = 'of an older process' where id = ?").run(first ?? "");

    await database.transaction((trx) => retext(trx, second, "of this one"));
    expect(await idsWith(database, "of an older process")).toEqual([first]);
    expect(await idsWith(database, "of this one")).toEqual([second]);
  },
);

async function retext(trx: Db, id: string | undefined, text: string): Promise<void> {
  await trx
    .updateTable("inquiries")
    .set({ search_text: text })
    .where("id", "=", id ?? "")
    .execute();
}

async function idsWith(database: Database, search: string): Promise<string[]> {
  const query = bookingQuerySchema.parse({ search, limit: "100" });
  return (await listBookings(database, query, query)).bookings.map(({ id }) => id);
}
