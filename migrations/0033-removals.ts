import { type Kysely, sql } from "kysely";

/** What was taken away since a backup, for its restore; and whether a restored site waits for an admin. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table removals (id text primary key, at text not null, kind text not null, subject text not null, detail text not null)`,
  `create index removals_at on removals (at, id)`,
  `create table removal_keys (id text primary key, identity text not null, secret text not null, since text not null)`,
  `create table restore_holds (
    id text primary key, at text not null, backup_at text not null, reason text not null, released_at text, released_by text)`,
];
