import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from "kysely";
import type { UserFilter } from "#accounts/users/admin.ts";
import { UserError } from "#accounts/users/errors.ts";
import type { Role } from "#accounts/users/user.ts";
import { ALL_DUTIES, type Duty } from "#platform/access/duties.ts";
import { emailKey } from "#platform/email.ts";
import { searchableText } from "#platform/search.ts";
import { hasRowLocks } from "#platform/server/database/locks.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { containsText, type Slice } from "#platform/server/substring-search.ts";
import { deleteChallengesOf, deleteFactorsOf } from "./second-factor/store.ts";
import { type UserRow, writtenDuties } from "./table.ts";

export type UserToInsert = {
  email: string;
  passwordHash: string;
  role: Role;
  duties: readonly Duty[];
  ownLeadsOnly?: boolean | undefined;
  isActive: boolean;
  /** A person who registers is unconfirmed, because the address may be another person's. */
  isConfirmed?: boolean;
  now: Date;
};

export async function insertUser(db: Db, user: UserToInsert): Promise<UserRow | undefined> {
  const at = user.now.toISOString();
  // An account with an older key does not violate the unique index.
  if (await findUserByEmail(db, user.email)) return undefined;
  return db
    .insertInto("users")
    .values({
      id: newId(),
      email: user.email,
      email_key: emailKey(user.email),
      search_text: searchableText(...searchedEmail(user.email)),
      password_hash: user.passwordHash,
      role: user.role,
      duties: writtenDuties(user.duties),
      own_leads_only: user.ownLeadsOnly ? 1 : 0,
      deactivated_at: user.isActive ? null : at,
      last_login_at: null,
      name: "",
      video_link: null,
      confirmed_at: user.isConfirmed === false ? null : at,
      email_confirmed_at: user.isConfirmed === false ? null : at,
      used_at: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export function isUnconfirmed({ role, confirmed_at }: Pick<UserRow, "role" | "confirmed_at">): boolean {
  return role === "user" && confirmed_at === null;
}

/** Such actions would outlast a stranger who registered the address. Throws unconfirmed_account. */
export function requireConfirmed(user: Pick<UserRow, "role" | "confirmed_at">): void {
  if (isUnconfirmed(user))
    throw new UserError(
      "unconfirmed_account",
      "Please confirm your e-mail address first, with the link in our e-mail.",
    );
}

export async function findNewestUser(db: Db): Promise<UserRow | undefined> {
  const newest = db.selectFrom("users").selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(1);
  return newest.executeTakeFirst();
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<UserRow[]> {
  return ids.length === 0 ? [] : db.selectFrom("users").selectAll().where("id", "in", ids).execute();
}

/** An account may keep its older key because another one has its new key; only its own spelling finds it then. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const olderKey = email.trim().toLowerCase();
  const found = await db
    .selectFrom("users")
    .selectAll()
    .where("email_key", "in", [emailKey(email), olderKey])
    .execute();
  return found.find(({ email_key }) => email_key === olderKey) ?? found[0];
}

/** Accounts with an older key are included, which requires reading all. */
export async function findUsersOf(db: Db, email: string): Promise<UserRow[]> {
  const key = emailKey(email);
  const all = await db.selectFrom("users").select(["id", "email"]).execute();
  const ids = all.filter((user) => emailKey(user.email) === key).map(({ id }) => id);
  return ids.length === 0 ? [] : db.selectFrom("users").selectAll().where("id", "in", ids).orderBy("id").execute();
}

export async function listUsers(db: Db, filter: UserFilter, { offset, limit }: Slice): Promise<UserRow[]> {
  // The filter runs in the index, so that only the rows of the page are read.
  const ids = db
    .selectFrom("users")
    .select("id")
    .where((is) => matches(is, filter))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom("users")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

export async function countUsers(
  db: Db,
  filter: UserFilter,
): Promise<{ total: number; active: number; matching: number }> {
  return db
    .selectFrom("users")
    .select((select) => [
      select.fn.countAll<number>().as("total"),
      select.fn.countAll<number>().filterWhere("deactivated_at", "is", null).as("active"),
      select.fn
        .countAll<number>()
        .filterWhere((is) => matches(is, filter))
        .as("matching"),
    ])
    .executeTakeFirstOrThrow();
}

function matches(
  is: ExpressionBuilder<Tables, "users">,
  { search, status, role }: UserFilter,
): ExpressionWrapper<Tables, "users", SqlBool> {
  return is.and([
    ...(search ? [containsText(search)] : []),
    ...(role ? [is("role", "in", role)] : []),
    ...(status ? [is.or(status.map((one) => is("deactivated_at", one === "active" ? "is" : "is not", null)))] : []),
  ]);
}

export function userIds(db: Db) {
  return db.selectFrom("users").select("id");
}

export function isOfActiveAdmin(column: string, ...duties: Duty[]): RawBuilder<boolean> {
  const has = duties.map((duty) => sql`and ' ' || duties || ' ' like ${`% ${duty} %`}`);
  return sql`exists (select 1 from users where id = ${sql.ref(column)} and role = 'admin' and deactivated_at is null
    ${sql.join(has, sql` `)})`;
}

export function dutiesOfAccount(column: string): RawBuilder<string | null> {
  return sql`(select duties from users where id = ${sql.ref(column)})`;
}

export function isLimitedAccount(column: string): RawBuilder<number | null> {
  return sql`(select own_leads_only from users where id = ${sql.ref(column)})`;
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst();
  return admin !== undefined;
}

/** Owners are the active admins with all duties and without limits. */
export async function listOwners(db: Db): Promise<UserRow[]> {
  return db
    .selectFrom("users")
    .selectAll()
    .where("role", "=", "admin")
    .where("duties", "=", writtenDuties(ALL_DUTIES))
    .where("own_leads_only", "=", 0)
    .where("deactivated_at", "is", null)
    .orderBy("created_at")
    .execute();
}

/** Throws the driver's unique violation if another account has the new e-mail. */
export async function updateUser(
  db: Db,
  id: string,
  changes: Partial<Omit<UserRow, "id" | "search_text">>,
): Promise<UserRow | undefined> {
  return db
    .updateTable("users")
    .set({
      ...changes,
      ...(changes.email !== undefined && { search_text: searchableText(...searchedEmail(changes.email)) }),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** A foreign key deletes sessions and links, which are not backed up: a restore inserts table after table. */
export async function deleteUserRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("account_notices").where("user_id", "=", id).execute();
  await deleteKnownBrowsersOf(db, id);
  await deleteFactorsOf(db, id);
  await db.deleteFrom("users").where("id", "=", id).execute();
}

export async function deleteKnownBrowsersOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("known_browsers").where("user_id", "=", userId).execute();
}

/** A sign-in at the same time keeps its account. */
export async function lockUnconfirmedUsers(trx: Db, before: Date, limit: number): Promise<UserRow[]> {
  const unused = trx
    .selectFrom("users")
    .selectAll()
    .where("role", "=", "user")
    .where("confirmed_at", "is", null)
    .where("used_at", "is", null)
    .where("created_at", "<", before.toISOString())
    .limit(limit);
  return (hasRowLocks(trx) ? unused.forUpdate() : unused).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await deleteChallengesOf(db, userId);
  await db.deleteFrom("sign_ins").where("user_id", "=", userId).execute();
}

/** Runs a change that may take a person's link away; the promise of each meeting that had it stands again. */
export type KeepTold = <T>(trx: Db, by: { actor: string; now: Date }, change: () => Promise<T>) => Promise<T>;

export type VideoLink = { id: string; name: string; link: string };

/** Of active admins who have one, by name. */
export async function listVideoLinks(db: Db): Promise<VideoLink[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "name", "email", "video_link"])
    .where("role", "=", "admin")
    .where("deactivated_at", "is", null)
    .where("video_link", "is not", null)
    .execute();
  const links = rows.map(({ id, name, email, video_link: link }) => ({ id, name: name || email, link: link ?? "" }));
  return links.sort((one, other) => one.name.localeCompare(other.name));
}
