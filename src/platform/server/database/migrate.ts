import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Db } from "./tables.ts";

/** Applies pending migrations. Several processes may call it at the same time. */
export async function migrate(database: Database, folder: string): Promise<string[]> {
  const applied: string[] = [];
  await database.migrating(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(folder) } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    for (const result of results ?? []) if (result.status === "Success") applied.push(result.migrationName);
  });
  return applied;
}

export async function migrateTo(
  database: Pick<Database, "migrating">,
  known: Record<string, Migration>,
  last: string,
): Promise<void> {
  await database.migrating(async (db) => {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error } = await migrator.migrateTo(last);
    if (error) throw error;
  });
}

/** Empty if the database has no site in it. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

export async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = await migrationFiles(folder);
  return Object.fromEntries(files.map((file) => [parse(file).name, loadedOnDemand(join(folder, file))]));
}

/** Nearly every start has none to apply. */
function loadedOnDemand(file: string): Migration {
  return { up: async (db) => ((await import(pathToFileURL(file).href)) as Migration).up(db) };
}

export async function migrationNames(folder: string): Promise<string[]> {
  return (await migrationFiles(folder)).map((file) => parse(file).name);
}

/** Sources, or what the build makes of them. */
async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-.*\.[jt]s$/.test(file)).sort();
}
