import { type Kysely, sql } from "kysely";

/** Keys of programs, and what lets everything that was done be listed, newest first: by person, by kind, or both. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table api_keys (
    id text primary key, name text not null, scope text not null, hash text not null unique, last_four text not null,
    made_by text not null, created_at text not null, ends_at text not null, last_used_at text, revoked_at text)`,
  `create unique index api_keys_name on api_keys (lower(name))`,
  `create index history_staff on history (created_at, id) where actor <> 'visitor'`,
  `create index history_staff_kind on history (subject_kind, created_at, id) where actor <> 'visitor'`,
  `create index history_actor on history (actor, created_at, id)`,
  `create index history_actor_kind on history (actor, subject_kind, created_at, id)`,
];
