import { sql } from "kysely";
import type { Database } from "../database.ts";

const CHUNK_ROWS = 10_000;

type Counts = { table: string; key: readonly string[]; measures: readonly string[] };

/** PostgreSQL only: merges the counts of many connections and deletes zeros. Skips locked rows, so that no writer waits. */
export async function foldCounts(database: Database, { table: name, key, measures }: Counts): Promise<void> {
  if (database.engine === "sqlite") return;
  const table = sql.table(name);
  const [keys, names] = [sql.raw(key.join(", ")), sql.raw(measures.join(", "))];
  const sums = sql.raw(measures.map((measure) => `sum(${measure})`).join(", "));
  const zeros = sql.raw(measures.map(() => "0").join(", "));
  const added = sql.raw(measures.map((measure) => `${measure} = counts.${measure} + excluded.${measure}`).join(", "));
  for (;;) {
    const folded = await database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
      const { rows } = await sql<{ rows: number }>`
        with gone as (
          delete from ${table} where ctid in (
            select ctid from ${table} where part <> 0 limit ${sql.lit(CHUNK_ROWS)} for update skip locked)
          returning *),
        kept as (
          insert into ${table} as counts (${keys}, part, ${names})
            select ${keys}, 0, ${sums} from gone group by ${keys} having row(${sums}) <> row(${zeros})
            on conflict (${keys}, part) do update set ${added})
        select count(*) as rows from gone`.execute(trx);
      await sql`delete from ${table} where part = 0 and row(${names}) = row(${zeros})`.execute(trx);
      return rows[0]?.rows ?? 0;
    });
    if (folded < CHUNK_ROWS) return;
  }
}
