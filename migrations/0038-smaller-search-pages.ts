import { type Kysely, PostgresAdapter, sql } from "kysely";

const SEARCHES = ["bookings_search", "contact_search", "people_search", "leads_search"];
/** SQLite's own is 4,050. A search takes as long with either. */
const PAGE_BYTES = 1_000;

/** An insert now and then merges 64 pages of a search index for each of its levels: with pages of 4 KB that took 30 to 70 ms. */
export async function up(db: Kysely<never>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  for (const name of SEARCHES)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('pgsz', ${sql.lit(PAGE_BYTES)})`.execute(
      db,
    );
}
