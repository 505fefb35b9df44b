import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Migration, Migrator } from "kysely/migration";
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

async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}-.*\.ts$/.test(file)).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  return Object.fromEntries(files.map((file, index) => [file.slice(0, -".ts".length), modules[index] as Migration]));
}
