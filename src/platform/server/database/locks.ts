import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Makes transactions that name the same things wait for each other until the end of this one. SQLite runs one writing
 * transaction at a time anyway. Sorted, so that two that share two names cannot wait for each other.
 */
export async function lockNames<Tables>(trx: Kysely<Tables>, names: readonly string[]): Promise<void> {
  if (!hasRowLocks(trx)) return;
  const sorted = [...new Set(names)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${sorted}::text[]) as name order by name`.execute(
    trx,
  );
}

/** Whether a query may lock the rows it reads. Where not, no other transaction writes until the end of this one anyway. */
export function hasRowLocks<Tables>(trx: Kysely<Tables>): boolean {
  return trx.getExecutor().adapter instanceof PostgresAdapter;
}
