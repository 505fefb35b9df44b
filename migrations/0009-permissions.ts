import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { emailKey } from "#platform/email.ts";
import { phoneDigits } from "#platform/phone.ts";
import { isPostgres, run } from "./shared/statements.ts";

type Carried = {
  id: string;
  email: string;
  phone: string;
  consent_version: string | null;
  consent_text: string | null;
  consent_at: string | null;
  consent_address: string | null;
  consent_user_agent: string | null;
};
type Db = Kysely<{
  bookings: Carried;
  permission_keys: { id: string; secret: string; created_at: string };
  permission_words: { id: string; version: string; words: string };
  permissions: Record<string, string | null>;
  permission_details: Record<string, string | null>;
}>;

const ROWS_AT_ONCE = 500;

/**
 * The ledger of permissions. What bookings of 1.0.0 store of an agreement is carried there, so that it outlives them. Agreements with
 * no internet address came with an imported file: nobody has shown us that they were given, so they are carried as unknown.
 * And what people ask about their own data, once they have verified their address.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await run(db, [
    ...tables(
      isPostgres(db) ? "integer generated always as identity primary key" : "integer primary key autoincrement",
    ),
    ...(isPostgres(db) ? POSTGRES : SQLITE),
    ...REQUESTS,
  ]);
  await carryOver(db as unknown as Db);
}

const tables = (id: string) => [
  `create table permission_keys (id text primary key, secret text not null, created_at text not null)`,
  `create table permission_words (id text primary key, version text not null, words text not null)`,
  `create table permissions (
    id ${id}, email_hash text, phone_hash text, channel text not null, action text not null, purpose text not null,
    words_id text not null, at text not null, said text not null, actor text not null, user_agent text,
    record_kind text not null, record_id text not null)`,
  `create table permission_details (record_id text primary key, email text, phone text, address text, at text not null)`,
  `create table permission_expiry (before text primary key)`,
  `create index permissions_email on permissions (email_hash) where email_hash is not null`,
  `create index permissions_phone on permissions (phone_hash) where phone_hash is not null`,
  // Every agreement to a record names calls, so that one line of each is enough to find it.
  `create index permissions_record on permissions (record_id) where channel = 'call'`,
  `create index permissions_at on permissions (at)`,
  `create index permissions_stopped_email on permissions (email_hash) where action = 'revoked'`,
  `create index permissions_stopped_phone on permissions (phone_hash) where action = 'revoked'`,
];

const KEPT = "lines of the permissions are only ever added to";
/** Only the expiry names an instant here, in its own transaction, and takes it away again. */
const IS_EXPIRED = `exists (select 1 from permission_expiry where permission_expiry.before > old.at)`;
/** Of words that staff wrote down, which go with their lines. */
const IS_EXPIRING = `exists (select 1 from permission_expiry)`;

const SQLITE = [
  `create trigger permissions_kept before update on permissions begin select raise(abort, '${KEPT}'); end`,
  `create trigger permissions_not_deleted before delete on permissions when not ${IS_EXPIRED} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger permission_words_kept before update on permission_words begin select raise(abort, '${KEPT}'); end`,
  `create trigger permission_words_not_deleted before delete on permission_words when not ${IS_EXPIRING} begin
    select raise(abort, '${KEPT}'); end`,
  `create trigger permission_keys_kept before update on permission_keys begin select raise(abort, '${KEPT}'); end`,
  `create trigger permission_keys_not_deleted before delete on permission_keys begin select raise(abort, '${KEPT}'); end`,
];

const POSTGRES = [
  `create function keep_permissions() returns trigger language plpgsql as $$
    begin
    raise exception '${KEPT}';
    end $$`,
  `create function expire_permissions() returns trigger language plpgsql as $$
    begin
    if ${IS_EXPIRED} then return old; end if;
    raise exception '${KEPT}';
    end $$`,
  `create function expire_permission_words() returns trigger language plpgsql as $$
    begin
    if ${IS_EXPIRING} then return old; end if;
    raise exception '${KEPT}';
    end $$`,
  `create trigger permissions_kept before update on permissions for each row execute function keep_permissions()`,
  `create trigger permissions_not_deleted before delete on permissions for each row execute function expire_permissions()`,
  `create trigger permission_words_kept before update on permission_words
    for each row execute function keep_permissions()`,
  `create trigger permission_words_not_deleted before delete on permission_words
    for each row execute function expire_permission_words()`,
  `create trigger permission_keys_kept before update or delete on permission_keys
    for each row execute function keep_permissions()`,
  ...["permissions", "permission_words", "permission_keys"].map(
    (table) => `create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function keep_permissions()`,
  ),
];

const REQUESTS = [
  `create table privacy_requests (
    id text primary key, token_hash text not null unique, kind text not null, person_key text not null,
    created_at text not null, email text, email_key text, words text, confirmed_at text, due_day text, done_at text,
    done_by text, how text)`,
  ...["email_key", "person_key", "due_day"].map(
    (column) => `create index privacy_requests_${column} on privacy_requests (${column})`,
  ),
];

async function carryOver(db: Db): Promise<void> {
  const first = await db.selectFrom("bookings").select("id").where("consent_text", "is not", null).limit(1).execute();
  if (first.length === 0) return;
  const secret = randomBytes(32).toString("base64url");
  await db.insertInto("permission_keys").values({ id: "key", secret, created_at: new Date().toISOString() }).execute();
  const known = new Set<string>();
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("bookings")
      .select([
        "id",
        "email",
        "phone",
        "consent_version",
        "consent_text",
        "consent_at",
        "consent_address",
        "consent_user_agent",
      ])
      .where("id", ">", after)
      .where("consent_text", "is not", null)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    await carry(db, rows, { secret, known });
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function carry(
  db: Db,
  rows: readonly Carried[],
  { secret, known }: { secret: string; known: Set<string> },
): Promise<void> {
  if (rows.length === 0) return;
  const lines: Record<string, string | null>[] = [];
  const details: Record<string, string | null>[] = [];
  for (const row of rows) {
    const [version, words, at] = [row.consent_version ?? "", row.consent_text ?? "", row.consent_at ?? ""];
    const words_id = createHash("sha256").update(`${version}\n${words}`).digest("base64url").slice(0, 22);
    if (!known.has(words_id))
      await db.insertInto("permission_words").values({ id: words_id, version, words }).execute();
    known.add(words_id);
    const digits = phoneDigits(row.phone);
    const isImported = row.consent_address === null;
    const line = {
      email_hash: hashOf(secret, `email ${emailKey(row.email)}`),
      phone_hash: digits.length < 7 ? null : hashOf(secret, `phone ${digits}`),
      action: isImported ? "unknown" : "given",
      purpose: "property",
      words_id,
      at,
      said: isImported ? "import" : "form",
      actor: "visitor",
      user_agent: row.consent_user_agent,
      record_kind: "booking",
      record_id: row.id,
    };
    lines.push({ ...line, channel: "call" }, { ...line, channel: "email" });
    details.push({ record_id: row.id, email: row.email, phone: row.phone, address: row.consent_address, at });
  }
  await db.insertInto("permissions").values(lines).execute();
  await db.insertInto("permission_details").values(details).execute();
}

function hashOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url").slice(0, 22);
}
