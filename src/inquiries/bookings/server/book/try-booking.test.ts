import { sql } from "kysely";
import { expect, test } from "vitest";
import { startSite, type TestSite } from "#test/server.ts";
import { tryBooking } from "./try-booking.ts";

test("a booking is tried with all that belongs to one, and nothing of it stays or leaves", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  // What the first booking of a site makes for all.
  await tryBooking(site.database, site.clock.now());
  const before = await countRows(site);
  await tryBooking(site.database, site.clock.now());
  expect(await countRows(site)).toEqual(before);
  expect(before).toMatchObject({ meetings: 0, mails: 0, history: 0, leads: 0 });
});

test("where a booking cannot be stored, it says why", async () => {
  const site = await startSite();
  await site.database.transaction(async (trx) => {
    const refusal =
      site.database.engine === "sqlite"
        ? sql`create trigger no_meetings before insert on meetings begin select raise(abort, 'no_meetings'); end`
        : sql`alter table meetings add constraint no_meetings check (false) not valid`;
    await refusal.execute(trx);
  });
  await expect(tryBooking(site.database, site.clock.now())).rejects.toThrow("no_meetings");
});

async function countRows({ database: { read } }: TestSite): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await read.introspection.getTables()) {
    if (/_search(_|$)/.test(name)) continue;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(read);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}
