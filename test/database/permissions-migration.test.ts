// What bookings stored of an agreement moves into the ledger: each is compared with what was there before.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { findConsents } from "#people/permissions/server/consents.ts";
import { listLedgerEntries } from "#people/permissions/server/ledger.ts";
import { personKeys } from "#people/permissions/server/person-keys.ts";
import type { Database } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { aboveDatabase, isDrill } from "../drill.ts";
import { databaseOfVersion, FIRST_RELEASE } from "./database-of-version.ts";

const BOOKINGS = isDrill ? 100_000 : 1_000;
const CHUNK = 500;
const COLUMNS = ["version", "text", "at", "address", "user_agent"] as const;

type Stored = { id: string; email: string; phone: string } & Record<
  `consent_${(typeof COLUMNS)[number]}`,
  string | null
>;

aboveDatabase(
  `${BOOKINGS.toLocaleString("en-US")} stored agreements are in the ledger after the migration, each as it was`,
  {
    timeout: 300_000,
  },
  async () => {
    const database = await databaseOfVersion(FIRST_RELEASE);
    await insertBookings(database);
    const all = sql<Stored & Record<string, unknown>>`select * from bookings order by id`;
    const before = (await all.execute(database.read)).rows;
    expect(before).toHaveLength(BOOKINGS);
    await migrate(database, MIGRATIONS);

    const after = (await all.execute(database.read)).rows;
    const consents = await findAll(
      database,
      before.map(({ id }) => id),
    );
    const lines = await database.read.selectFrom("permissions").selectAll().orderBy("id").execute();
    const linesOf = Map.groupBy(lines, ({ record_id }) => record_id);
    const keys = await personKeys(database);
    for (const [index, row] of before.entries()) {
      const { consent_version, consent_text, consent_at, consent_address, consent_user_agent, lead_source, ...rest } =
        row;
      // Not one other column has changed.
      expect(after[index]).toMatchObject(rest);
      const own = linesOf.get(row.id) ?? [];
      if (consent_text === null) {
        expect([own, consents.get(row.id)]).toEqual([[], undefined]);
        continue;
      }
      expect(consents.get(row.id)).toEqual({
        version: consent_version,
        text: consent_text,
        at: consent_at,
        ...(consent_address && { address: consent_address }),
        ...(consent_user_agent && { userAgent: consent_user_agent }),
      });
      const hashes = keys.of(row);
      const [action, said] = consent_address ? ["given", "form"] : ["unknown", "import"];
      expect(own.map((line) => [line.channel, line.action, line.said, line.email_hash, line.phone_hash])).toEqual([
        ["call", action, said, hashes.email, hashes.phone],
        ["email", action, said, hashes.email, hashes.phone],
      ]);
    }
    // The same person in another spelling finds them, and nothing of it says who it is.
    const [some] = before;
    expect(await listLedgerEntries(database.read, keys.of({ email: some?.email.toUpperCase() }))).not.toEqual([]);
    expect(JSON.stringify(lines.slice(0, 100))).not.toMatch(/example\.com|\d{3}\W*555/);
  },
);

test("a database without agreements gets an empty ledger, and a key with its first line", async () => {
  const database = await databaseOfVersion(FIRST_RELEASE);
  await migrate(database, MIGRATIONS);
  expect(await database.read.selectFrom("permission_keys").selectAll().execute()).toEqual([]);
  const keys = await Promise.all([personKeys(database), personKeys(database)]);
  expect(new Set(keys.map((each) => each.of({ email: "a@example.com" }).email)).size).toBe(1);
  expect(await database.read.selectFrom("permission_keys").selectAll().execute()).toHaveLength(1);
});

/** A tenth has no agreement, and a tenth one that came with a file, in other words. */
async function insertBookings(database: Database): Promise<void> {
  // A statement has four seconds.
  for (let first = 1; first <= BOOKINGS; first += CHUNK) await insertChunk(database, first);
}

async function insertChunk(database: Database, first: number): Promise<void> {
  await database.transaction((trx) =>
    sql`insert into bookings (id, status, meeting_date, meeting_time, version, invite_sequence, first_name, last_name,
        email, email_key, phone, search_text, phone_digits, preferred_contact, street, city, state,
        zip_code, property_type, current_situation, timeframe_to_sell, meeting_type, created_at, updated_at, consent_version,
        consent_text, consent_at, consent_address, consent_user_agent)
      with recursive numbers (n) as (
        select ${sql.lit(first)} union all select n + 1 from numbers where n < ${sql.lit(first + CHUNK - 1)})
      select 'booking-' || n, 'Cancelled', '2026-10-05', '09:00', 1, 0, 'Renée', 'O''Brien-Núñez',
        'seller' || (n % 700) || '@example.com', 'seller' || (n % 700) || '@example.com',
        '512-555-' || (1000 + n % 900), 'renée seller' || n, '512555' || (1000 + n % 900), 'email', '12 Pecan St', 'Austin',
        'TX', '78701', 'single-family', 'relocating', 'asap', 'phone', '2026-10-01T15:00:00.000Z',
        '2026-10-01T15:00:00.000Z',
        case when n % 10 = 0 then null when n % 10 = 1 then 'imported' else '2026-11' end,
        case when n % 10 = 0 then null when n % 10 = 1 then 'Yes, call me. ' || (n % 5) else 'I agree, “Zoë”.' end,
        case when n % 10 = 0 then null else '2026-10-01T15:00:0' || (n % 9) || '.000Z' end,
        case when n % 10 < 2 then null else '192.0.2.' || (n % 200) end,
        case when n % 10 < 2 or n % 7 = 0 then null else 'Browser ' || n end
      from numbers`.execute(trx),
  );
}

async function findAll(database: Database, ids: readonly string[]) {
  const found: Awaited<ReturnType<typeof findConsents>> = new Map();
  for (let start = 0; start < ids.length; start += 1_000)
    for (const [id, consent] of await findConsents(database.read, ids.slice(start, start + 1_000)))
      found.set(id, consent);
  return found;
}
