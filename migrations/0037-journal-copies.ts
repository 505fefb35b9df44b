import { type Kysely, sql } from "kysely";

/** How the latest copy of the journal of removals went, so that every process and command can tell. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql
    .raw("create table journal_copies (id text primary key, tried_at text not null, copied_at text, problem text)")
    .execute(db);
}
