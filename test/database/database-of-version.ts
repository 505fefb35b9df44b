import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { readBackup } from "#platform/server/database/backup.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { emptyDatabaseEnvironment } from "../server.ts";

/** The last migration of 1.0.0, whose data later migrations carry over. */
export const FIRST_RELEASE = "0004-contact-and-admin";

/** A backup that each release has made of some data. */
export const RELEASES_FOLDER = join(import.meta.dirname, "releases");

/** Settings of a database as the last start of the release left it that made the backup: without a later migration. */
export async function databaseOfRelease(backup: string): Promise<Record<string, string>> {
  const settings = await emptyDatabaseEnvironment();
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  try {
    await readBackup(database, { file: backup, migrations: MIGRATIONS, leftOut: isLeftOutOfBackups }, async () => {});
  } finally {
    await database.close();
  }
  return settings;
}

/** Without records. Its tables are those that the migration of this name has left. */
export async function databaseOfVersion(migration: string): Promise<Database> {
  const settings = await emptyDatabaseEnvironment();
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  await migrateTo(database, await readMigrations(MIGRATIONS), migration);
  return database;
}
