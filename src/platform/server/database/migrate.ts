import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Db } from "./tables.ts";

/** The message is one line without a full stop. */
export class ForeignDatabase extends Error {}

type Requirement = (db: Db, applied: readonly string[]) => Promise<void>;

/** Several processes may call it at the same time. Throws ForeignDatabase. */
export async function migrate(database: Database, folder: string, requirement?: Requirement): Promise<string[]> {
  const applied: string[] = [];
  const known = await readMigrations(folder);
  await database.migrating(async (db) => {
    const before = await appliedMigrations(db);
    const foreign = findForeign(before, Object.keys(known));
    if (foreign) throw new ForeignDatabase(`the database ${foreign.why}. ${foreign.toDo}`);
    await requirement?.(db, before);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw error;
    for (const result of results ?? []) if (result.status === "Success") applied.push(result.migrationName);
    // Until PostgreSQL looks by itself, the first visitors after a large migration would wait for plans that know nothing.
    if (applied.length > 0 && database.engine === "postgres") await sql`analyze`.execute(db);
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

export async function appliedMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const rows = await db.selectFrom(DEFAULT_MIGRATION_TABLE).select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

export type Foreign = { why: string; toDo: string };

export function findForeign(applied: readonly string[], known: readonly string[]): Foreign | undefined {
  const name = applied.find((applied, index) => applied !== known[index]);
  if (name === undefined) return undefined;
  if (known.includes(name))
    return { why: `lacks a migration before ${name}`, toDo: "Restore a backup into an empty database" };
  return numberOf(name) > numberOf(known.at(-1) ?? "")
    ? {
        why: `is of a newer version of the site: it has ${name}, which this version does not know`,
        toDo: "Start that version, or a newer one; or restore a backup from before the upgrade into an empty database",
      }
    : {
        why: `is of a build between two releases: it has ${name}, which no release has`,
        toDo: "Start with an empty database, or restore a backup of a release into one",
      };
}

function numberOf(migration: string): string {
  return migration.slice(0, 4);
}

export async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = await migrationFiles(folder);
  return Object.fromEntries(files.map((file) => [parse(file).name, loadedOnDemand(join(folder, file))]));
}

function loadedOnDemand(file: string): Migration {
  return { up: async (db) => ((await import(pathToFileURL(file).href)) as Migration).up(db) };
}

export async function migrationNames(folder: string): Promise<string[]> {
  return (await migrationFiles(folder)).map((file) => parse(file).name);
}

async function migrationFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}-.*\.[jt]s$/.test(file)).sort();
}
