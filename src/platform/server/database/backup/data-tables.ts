// The tables whose rows a backup holds.
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../database.ts";
import { migrateTo } from "../migrate.ts";
import { sqliteDialect } from "../sqlite.ts";
import type { Db } from "../tables.ts";

export type LeftOut = (table: string) => boolean;

/** The tables are determined in a database in memory, because the target must not be changed yet. */
export async function tablesAt(
  known: Record<string, Migration>,
  { last, leftOut }: { last: string; leftOut: LeftOut },
): Promise<Set<string>> {
  const db: Db = new Kysely({ dialect: sqliteDialect(new DatabaseSync(":memory:")) });
  try {
    await migrateTo({ migrating: (work) => work(db) }, known, last);
    return new Set(await dataTables(db, "sqlite", leftOut));
  } finally {
    await db.destroy();
  }
}

export async function dataTables(db: Db, engine: Engine, leftOut: LeftOut): Promise<string[]> {
  const query =
    engine === "postgres"
      ? sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = current_schema() and table_type = 'BASE TABLE'`
      : sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
  const { rows } = await query.execute(db);
  return rows
    .map(({ name }) => name)
    .filter((name) => !/^(sqlite_|kysely_)/.test(name) && !leftOut(name))
    .sort();
}
