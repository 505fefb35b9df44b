import { onTestFinished } from "vitest";
import { MIGRATIONS } from "#app/server.ts";
import type { Tables } from "#app/tables.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrateTo, readMigrations } from "#platform/server/database/migrate.ts";
import { emptyDatabaseEnvironment } from "../server.ts";

/** Without records. Its tables are those that the migration of this name has left. */
export async function databaseOfVersion(migration: string): Promise<Database<Tables>> {
  const settings = await emptyDatabaseEnvironment();
  const database = await openDatabase<Tables>({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  await migrateTo(database, await readMigrations(MIGRATIONS), migration);
  return database;
}
