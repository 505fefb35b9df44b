import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { readBackup } from "#platform/server/database/backup/backup.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { emptyDatabaseEnvironment } from "../server.ts";

/** The last migration of 1.0.0, whose data later migrations carry over. */
export const FIRST_RELEASE = "0004-contact-and-admin";

/** A backup that each release has made of some data. */
export const RELEASES_FOLDER = join(import.meta.dirname, "releases");

/** What an owner has made of the site.config.ts of 1.0.0. */
const SITE_CONFIG = join(RELEASES_FOLDER, "1.0.0-site-config.txt");

/** The setting with which the first start after an upgrade finds the file; `edit` changes it first. */
export function siteConfig(settings: Record<string, string>, edit = (text: string) => text): Record<string, string> {
  const file = join(settings.DATA_DIR ?? "", "site.config.ts");
  writeFileSync(file, edit(readFileSync(SITE_CONFIG, "utf8")));
  return { SITE_CONFIG: file };
}

/**
 * Settings of a database as the last start of the release left it that made the backup: without a later migration. And of the
 * file that 1.0.0 had its company in.
 */
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
  return { ...settings, ...siteConfig(settings) };
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
