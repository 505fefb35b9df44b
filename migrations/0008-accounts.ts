import { type Kysely, sql } from "kysely";
import { emailKey } from "#platform/email.ts";
import { searchableText } from "#platform/search.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { isBeyondAscii } from "./shared/addresses.ts";
import { run } from "./shared/statements.ts";

type Db = Kysely<{ users: { id: string; email: string; email_key: string; search_text: string; created_at: string } }>;

const ROWS_AT_ONCE = 500;

/**
 * Accounts that can be trusted: confirmed addresses, links that work once, known browsers, second factors; and keys of
 * programs, calendar feeds and notices. Accounts of 1.0.0 count as confirmed and used.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [...USERS, ...SIGN_INS, ...FACTORS, ...OWN]);
  await rekey(db as unknown as Db);
  await fillSearch(db as unknown as Db);
}

const USERS = [
  ...["search_text text not null default ''", "name text not null default ''"].map(
    (column) => `alter table users add column ${column}`,
  ),
  ...["confirmed_at", "used_at", "email_confirmed_at"].map((name) => `alter table users add column ${name} text`),
  `update users set confirmed_at = created_at, used_at = coalesce(last_login_at, created_at), email_confirmed_at = created_at`,
  `drop index users_newest`,
  // Covers filter and order of the list, so that only rows of the shown page are read.
  `create index users_newest on users (created_at, id, search_text, role, deactivated_at)`,
  `create index users_unconfirmed on users (created_at) where confirmed_at is null`,
];

const SIGN_INS = [
  `alter table sign_ins add column user_agent text not null default ''`,
  `alter table sign_ins add column browser_hash text`,
  `alter table sign_ins add column proved_at text`,
  `create table known_browsers (
    user_id text not null, browser_hash text not null, first_seen_at text not null, last_seen_at text not null,
    primary key (user_id, browser_hash))`,
  // Who has made an invitation is known by the account's id, because an e-mail can pass to another account.
  `create table account_links (
    id text primary key, kind text not null, user_id text references users (id) on delete cascade, email text not null,
    role text, bound_to text, token_hash text not null unique, created_by text not null, created_at text not null,
    expires_at text not null, ended_at text, ended_how text, made_by text)`,
  `create index account_links_user on account_links (user_id, kind, created_at)`,
  `create index account_links_kind on account_links (kind, created_at)`,
  `create table account_rules (
    id integer primary key, registration text not null, factor_required_at text, factor_grace_days integer not null)`,
];

// What is in backups has no foreign keys, because a restore inserts table after table. The secret of an authenticator app is
// plain: a key beside it would protect nothing, and a restore with a new AUTH_SECRET must keep it.
const FACTORS = [
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

const OWN = [
  `create table api_keys (
    id text primary key, name text not null, scope text not null, hash text not null unique, last_four text not null,
    made_by text not null, created_at text not null, ends_at text not null, last_used_at text, revoked_at text)`,
  `create unique index api_keys_name on api_keys (lower(name))`,
  // Deferred, because backups are restored table by table in the order of their names.
  `create table calendar_feeds (
    id text primary key, user_id text not null, name text not null, secret_hash text not null unique,
    created_at text not null, last_read_at text,
    constraint calendar_feeds_owner foreign key (user_id) references users (id) on delete cascade
      deferrable initially deferred)`,
  `create index calendar_feeds_user on calendar_feeds (user_id)`,
  `create table account_notices (user_id text not null, kind text not null, primary key (user_id, kind))`,
  `create table morning_mails (user_id text primary key, last_day text not null)`,
];

/**
 * If two accounts now have the same key, the first has the new key, and the later one keeps its old key, by which only its own
 * spelling finds it. The log names it, so that an admin can change its address.
 */
async function rekey(db: Db): Promise<void> {
  const users = await db
    .selectFrom("users")
    .select(["id", "email", "email_key"])
    .where(isBeyondAscii)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const { id, email, email_key } of users) {
    const key = emailKey(email);
    if (key === email_key) continue;
    const holder = await db.selectFrom("users").select("id").where("email_key", "=", key).executeTakeFirst();
    if (holder)
      console.warn(
        `The accounts ${holder.id} and ${id} are of one e-mail address in two spellings. Both stay as they are; please give the second another address.`,
      );
    else await db.updateTable("users").set({ email_key: key }).where("id", "=", id).execute();
  }
}

async function fillSearch(db: Db): Promise<void> {
  for (let last = ""; ; ) {
    const users = await db
      .selectFrom("users")
      .select(["id", "email"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (users.length === 0) break;
    const texts = sql.join(users.map(({ id, email }) => sql`(${id}, ${searchableText(...searchedEmail(email))})`));
    await sql`update users set search_text = texts.column2 from (values ${texts}) as texts where id = texts.column1`.execute(
      db,
    );
    last = users.at(-1)?.id ?? "";
  }
}
