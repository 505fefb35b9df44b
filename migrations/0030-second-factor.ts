import { type Kysely, sql } from "kysely";

/**
 * Second factors. What is in backups has no foreign keys, because a restore inserts table after table. The secret of an
 * authenticator app is plain: a key beside it would protect nothing, and a restore with a new AUTH_SECRET must keep it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table totp_secrets (
    user_id text primary key, secret text not null, created_at text not null, confirmed_at text, last_step bigint not null,
    last_used_at text)`,
  `create table passkeys (
    id text primary key, user_id text not null, credential_id text not null unique, public_key text not null,
    counter bigint not null, transports text not null, rp_id text not null, name text not null, created_at text not null,
    last_used_at text)`,
  `create index passkeys_user on passkeys (user_id, created_at)`,
  `create table recovery_codes (
    code_hash text primary key, user_id text not null, created_at text not null, used_at text)`,
  `create index recovery_codes_user on recovery_codes (user_id)`,
  `create table sign_in_challenges (
    token_hash text primary key, kind text not null, user_id text references users (id) on delete cascade,
    session_id text references sign_ins (id) on delete cascade, tries integer not null, created_at text not null,
    expires_at text not null)`,
  `create index sign_in_challenges_user on sign_in_challenges (user_id)`,
  `create index sign_in_challenges_session on sign_in_challenges (session_id)`,
  `create index sign_in_challenges_expires on sign_in_challenges (expires_at)`,
];
