// Steps of an update on one database of the site, as the account that owns its data. An update runs "backup" of the version that is
// here, and the others of the new one, so their names and what they print stay as they are.
import { readConfig } from "#app/config.ts";
import { findCarriedKeys } from "#app/mailed-links.ts";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { adoptPublishedFacts, adoptStoredFacts, migrateAndAdopt } from "#company/facts/server/published-facts.ts";
import { seedAvailability } from "#inquiries/bookings/server/availability/store.ts";
import { tryBooking } from "#inquiries/bookings/server/book/try-booking.ts";
import { makeProvenBackup } from "#operation/backups/server/make-backup.ts";
import { taskOf } from "#operation/backups/server/start-task.ts";
import { listOpenProcesses, markStopped } from "#operation/system/server/store.ts";
import { systemClock } from "#platform/server/clock.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { BackupError } from "#platform/server/database/backup/backup-encryption.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { ForeignDatabase } from "#platform/server/database/migrate.ts";

const STEPS = {
  /** Prints the path of a backup that was restored as a proof. */
  backup: async () => {
    const config = readConfig(process.env);
    const links = await withDatabase(async ({ read }) => {
      await adoptStoredFacts(read, config);
      return findCarriedKeys(read, config);
    });
    const job = { kind: "run" as const, startedAt: systemClock.now().toISOString(), failed: [], links };
    const task = taskOf(job, { config, migrations: MIGRATIONS, backoffMs: [] });
    console.log(await makeProvenBackup(task as Extract<typeof task, { kind: "run" }>, isLeftOutOfBackups));
  },
  /** Of a copy: the processes that are in it stop without a chance to say so. */
  prepare: () =>
    withDatabase(async (database, settings) => {
      await migrateAndTry(database, settings);
      await database.transaction(async (trx) => {
        for (const id of await listOpenProcesses(trx)) await markStopped(trx, { id, now: settings.now });
      });
    }),
  /** Beside running processes. */
  migrate: () => withDatabase(migrateAndTry),
  /** Tries a booking beside the running site. */
  try: () =>
    withDatabase(async (database, settings) => {
      await adoptPublishedFacts(database, settings);
      await tryBooking(database, settings.now);
    }),
};

try {
  const step = STEPS[process.argv[2] as keyof typeof STEPS];
  if (!step) throw new Error(`There is no step ${process.argv[2]}.`);
  await step();
} catch (error) {
  const isTheirs = error instanceof BackupError || error instanceof ConfigError || error instanceof ForeignDatabase;
  console.error(isTheirs ? error.message : error);
  process.exitCode = 1;
}

type Settings = ReturnType<typeof readConfig> & { now: Date };

async function migrateAndTry(database: Database, settings: Settings): Promise<void> {
  await migrateAndAdopt(database, MIGRATIONS, settings);
  await seedAvailability(database, settings.now);
  await tryBooking(database, settings.now);
}

async function withDatabase<Result>(
  work: (database: Database, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const config = readConfig(process.env);
  const database = await openDatabase({ ...config, onConnectionError: () => {} });
  try {
    return await work(database, { ...config, now: systemClock.now() });
  } finally {
    await database.close();
  }
}
