import { PostgresAdapter, sql } from "kysely";
import type { Db } from "./tables.ts";

/** Serialises transactions that pass the same name. The order prevents deadlocks between two with two common names. */
export async function lockNames(trx: Db, names: readonly string[]): Promise<void> {
  if (!hasRowLocks(trx)) return;
  const sorted = [...new Set(names)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sorted}::text[]) as name order by name`.execute(
    trx,
  );
}

/** SQLite has no row locks, because only one transaction writes at a time. */
export function hasRowLocks(trx: Pick<Db, "getExecutor">): boolean {
  return trx.getExecutor().adapter instanceof PostgresAdapter;
}
