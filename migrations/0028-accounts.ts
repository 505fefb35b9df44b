import { type Kysely, sql } from "kysely";

/**
 * What accounts need to be trusted: names, confirmed addresses, links in mail that work once, and the browsers that an account
 * has signed in from. Accounts that are there count as confirmed and used.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table users add column name text not null default ''`,
  `alter table users add column confirmed_at text`,
  `alter table users add column used_at text`,
  `update users set confirmed_at = created_at, used_at = coalesce(last_login_at, created_at)`,
  `create index users_unconfirmed on users (created_at) where confirmed_at is null`,
  `alter table sign_ins add column user_agent text not null default ''`,
  `alter table sign_ins add column browser_hash text`,
  `alter table sign_ins add column proved_at text`,
  `create table known_browsers (
    user_id text not null, browser_hash text not null, first_seen_at text not null, last_seen_at text not null,
    primary key (user_id, browser_hash))`,
  `create table account_links (
    id text primary key, kind text not null, user_id text references users (id) on delete cascade, email text not null,
    role text, bound_to text, token_hash text not null unique, created_by text not null, created_at text not null,
    expires_at text not null, ended_at text, ended_how text)`,
  `create index account_links_user on account_links (user_id, kind, created_at)`,
  `create index account_links_kind on account_links (kind, created_at)`,
  `create table account_rules (
    id integer primary key, registration text not null, factor_required_at text, factor_grace_days integer not null)`,
];
