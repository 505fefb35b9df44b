import type { Kysely } from "kysely";
import { isPostgres, run } from "./shared/statements.ts";

/** What open pages hear beside the audit log. Rows are of use for minutes. */
export async function up(db: Kysely<never>): Promise<void> {
  const id = isPostgres(db) ? "integer generated always as identity primary key" : "integer primary key autoincrement";
  await run(db, [
    `create table unlogged_changes (
      id ${id}, subject_kind text not null, subject_id text not null, created_at text not null)`,
  ]);
}
