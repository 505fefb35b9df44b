import type { Kysely } from "kysely";
import { run } from "./shared/statements.ts";

/** How many rows left with which entry of the audit log, whose own rows never change. */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    `create table exports (
      id text primary key, taker_id text not null, day text not null, row_count integer not null,
      entry_id integer not null)`,
    `create index exports_day on exports (taker_id, day)`,
    `create index exports_entry on exports (entry_id)`,
    `alter table account_rules add column export_rows_a_day integer not null default 5000`,
  ]);
}
