import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Kysely, sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";

/** Brings the database up to date; does nothing where it is. Safe when several processes do it at once. */
export async function migrate<Tables>(database: Database<Tables>, folder: string): Promise<string[]> {
  const applied: string[] = [];
  await database.migrating(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    for (const result of results ?? []) if (result.status === "Success") applied.push(result.migrationName);
  });
  return applied;
}

/** Brings an empty database to the state it had after this migration, so that data of that state fits. */
export async function migrateTo<Tables>(
  database: Database<Tables>,
  known: Record<string, Migration>,
  last: string,
): Promise<void> {
  await database.migrating(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateTo(last);
    if (error) throw error;
  });
}

/** Names of the migrations a database has had; none where there is no site in it yet. */
export async function appliedMigrations<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  return Object.fromEntries(files.map((file, index) => [file.slice(0, -".ts".length), modules[index] as Migration]));
}
