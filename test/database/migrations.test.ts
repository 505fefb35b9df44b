// A kill during a migration. Concurrent starts are in processes.test.ts.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { countBookings } from "#inquiries/bookings/server/admin/store.ts";
import { type Database, openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { appliedMigrations, migrate, migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { isDrill } from "../drill.ts";
import { printedBy } from "../programs/commands.ts";
import { launch, type SiteProcess } from "../programs/processes.ts";
import { book, freeSlots } from "../programs/requests.ts";
import { databaseEnvironment, emptyDatabaseEnvironment } from "../server.ts";
import { databaseOfVersion, FIRST_RELEASE } from "./database-of-version.ts";

const isPostgres = process.env.TEST_ENGINE === "postgres";
const SLOW = { timeout: 120_000 };
/** The data of an older version: later migrations index and count every booking. */
const OLDER_VERSION = "0003-mails";
const BOOKINGS = 60_000;
const MEGABYTE = 1024 * 1024;
// Far less than the migrations write, and more than SQLite keeps in memory: at this size, they are running.
const KILLED_AT_MEGABYTES = [1, 4, 7, 10, 13];

test.runIf(isDrill && !isPostgres).for(KILLED_AT_MEGABYTES)(
  "kill -9 in the middle of the migrations, %i MB written: nothing of them stays, and the next start makes them",
  SLOW,
  async (megabytes) => {
    const settings = await siteOfAnOlderVersion();
    const doomed = launch(settings);
    const log = join(settings.DATA_DIR ?? "", `${SQLITE_FILE}-wal`);
    await expect
      .poll(() => existsSync(log) && statSync(log).size, { timeout: 60_000, interval: 1 })
      .toBeGreaterThan(megabytes * MEGABYTE);
    await doomed.end("SIGKILL");
    expect(await lastMigration(settings)).toBe(OLDER_VERSION);
    await expectWhole(settings, launch(settings));
  },
);

test.runIf(isPostgres && isDrill)(
  "kill -9 in the middle of the migrations: nothing of them stays, and a start that waited for them makes them",
  SLOW,
  async () => {
    const settings = await siteOfAnOlderVersion();
    const reader = new pg.Client({ connectionString: settings.DATABASE_URL });
    await reader.connect();
    onTestFinished(() => reader.end());
    // The lock blocks a migration that changes this table. The migrations before it in the same start have then run.
    await reader.query("begin");
    await reader.query("lock table bookings in access share mode");
    const doomed = launch(settings);
    await expect.poll(() => countWaiting(settings, "relation"), { timeout: 60_000 }).toBe(1);
    await doomed.end("SIGKILL");
    expect(await lastMigration(settings)).toBe(OLDER_VERSION);
    const next = launch(settings);
    await expect.poll(() => countWaiting(settings, "advisory"), { timeout: 60_000 }).toBe(1);
    await reader.query("rollback");
    await expectWhole(settings, next);
  },
);

test("a database that a newer version has migrated is refused, and stays unchanged", async () => {
  const settings = await emptyDatabaseEnvironment();
  await withDatabase(settings, async (database) => {
    await migrate(database, MIGRATIONS);
    await database.transaction((trx) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01T00:00:00.000Z')`.execute(
        trx,
      ),
    );
    const before = await appliedMigrations(database.read);
    await expect(migrate(database, MIGRATIONS)).rejects.toThrow(
      "is of a newer version of the site: it has 9999-newer, which this version does not know",
    );
    expect(await appliedMigrations(database.read)).toEqual(before);
  });
});

test(
  "a database of a build between two releases is refused by name, at the start and by every command that looks",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    await withDatabase(settings, ({ transaction }) =>
      transaction(async (trx) => {
        await sql`update kysely_migration set name = '0005-webhooks' where name = '0005-company'`.execute(trx);
      }),
    );
    const why = "is of a build between two releases: it has 0005-webhooks, which no release has";
    const backup = join(settings.DATA_DIR ?? "", "between.backup");
    expect(await printedBy("main", settings)).toContain(
      `Cannot start: the database ${why}. Start with an empty database`,
    );
    expect(await printedBy("upgrade-check", settings)).toContain(`The database ${why}.`);
    expect(await printedBy("doctor", settings, "--json")).toContain(`and the database ${why}.`);
    await printedBy("backup", settings, backup);
    expect(await printedBy("restore", await emptyDatabaseEnvironment(), backup)).toContain(
      `${backup} ${why}. Nothing was restored`,
    );
  },
);

test("accounts of the first release count as confirmed and used", async () => {
  const database = await databaseOfVersion(FIRST_RELEASE);
  const [made, seen] = ["2026-11-20T15:00:00.000Z", "2026-11-21T15:00:00.000Z"];
  await database.transaction(async (trx) => {
    for (const [id, last] of [
      ["dana", seen],
      ["seller", null],
    ])
      await sql`insert into users (id, email, email_key, password_hash, role, last_login_at, created_at, updated_at)
        values (${id}, ${id}, ${id}, 'none', 'user', ${last}, ${made}, ${seen})`.execute(trx);
  });
  await migrate(database, MIGRATIONS);
  const users = database.read.selectFrom("users").select(["id", "confirmed_at", "email_confirmed_at", "used_at"]);
  expect(await users.orderBy("id").execute()).toEqual([
    { id: "dana", confirmed_at: made, email_confirmed_at: made, used_at: seen },
    { id: "seller", confirmed_at: made, email_confirmed_at: made, used_at: made },
  ]);
});

async function siteOfAnOlderVersion(): Promise<Record<string, string>> {
  const settings = await emptyDatabaseEnvironment();
  await withDatabase(settings, async (database) => {
    await migrateTo(database, await readMigrations(MIGRATIONS), OLDER_VERSION);
    await database.transaction((trx) =>
      sql`insert into bookings (id, status, meeting_date, meeting_time, version, invite_sequence, first_name, last_name,
        email, email_key, phone, search_text, phone_digits, preferred_contact, street, city, state, zip_code,
        property_type, current_situation, timeframe_to_sell, meeting_type, created_at, updated_at)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(BOOKINGS)})
      select 'booking-' || n, 'Cancelled', '2026-10-05', '09:00', 1, 0, 'Renée', 'O''Brien-Núñez',
        'seller' || n || '@example.com', 'seller' || n || '@example.com', '512-555-0100',
        'renée o''brien-núñez seller' || n || '@example.com', '5125550100', 'email', '12 Pecan St', 'Austin', 'TX',
        '78701', 'single-family', 'relocating', 'asap', 'phone', '2026-10-01T15:00:00.000Z', '2026-10-01T15:00:00.000Z'
      from numbers`.execute(trx),
    );
  });
  return settings;
}

/** The site is up, has all old bookings, has counted them, and accepts new ones. */
async function expectWhole(settings: Record<string, string>, site: ReturnType<typeof launch>): Promise<void> {
  const started: SiteProcess = { ...site, url: await site.listening };
  expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
  const [slot] = await freeSlots(started, 1);
  if (!slot) throw new Error("No free slot.");
  expect((await book(started, slot, { email: "new@example.com" })).status).toBe(201);
  await withDatabase(settings, async ({ read }) => {
    const known = Object.keys(await readMigrations(MIGRATIONS));
    expect(await appliedMigrations(read)).toEqual(known);
    expect(await countBookings(read)).toMatchObject({ total: BOOKINGS + 1, cancelled: BOOKINGS, scheduled: 1 });
  });
}

async function lastMigration(settings: Record<string, string>): Promise<string | undefined> {
  return withDatabase(settings, async ({ read }) => (await appliedMigrations(read)).at(-1));
}

async function countWaiting(settings: Record<string, string>, lock: "relation" | "advisory"): Promise<number> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL });
  await client.connect();
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = $1",
    [lock],
  );
  await client.end();
  return rowCount ?? 0;
}

async function withDatabase<Result>(
  settings: Record<string, string>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
