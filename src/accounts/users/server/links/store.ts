// A link and its mail are written in the transaction of the change that asks for them.
import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import { ACCOUNT_LINKS, type AccountLinkKind } from "#accounts/users/account-link.ts";
import type { Duty } from "#platform/access/duties.ts";
import { emailKey } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { KeyOf } from "#platform/server/links/derive-key.ts";
import { createHashedLinks, type HashedLinks, hashToken } from "#platform/server/links/hashed-links.ts";
import { type AccountLinksTable, type UserRow, writtenDuties } from "../table.ts";

export type AccountLink = Selectable<AccountLinksTable>;

export type AccountLinks = Record<AccountLinkKind, HashedLinks>;

export function createAccountLinks(keyOf: KeyOf, publicUrl: string): AccountLinks {
  const kinds = Object.keys(ACCOUNT_LINKS) as AccountLinkKind[];
  const linksOf = (kind: AccountLinkKind) =>
    createHashedLinks(keyOf, { purpose: `account ${kind}`, page: `${publicUrl}${ACCOUNT_LINKS[kind].page}` });
  return Object.fromEntries(kinds.map((kind) => [kind, linksOf(kind)])) as AccountLinks;
}

export type NewAccountLink = {
  id: string;
  kind: AccountLinkKind;
  user?: Pick<UserRow, "id" | "password_hash"> | undefined;
  email: string;
  role?: UserRow["role"];
  duties?: readonly Duty[];
  ownLeadsOnly?: boolean;
  createdBy: string;
  madeBy?: string;
  from?: Date;
  now: Date;
};

/** A link of an account ends with the password that the account has now. */
export async function insertAccountLink(trx: Db, links: AccountLinks, link: NewAccountLink): Promise<AccountLink> {
  const { id, kind, user, email, role, duties, ownLeadsOnly, createdBy, madeBy, now, from = now } = link;
  const row: AccountLink = {
    id,
    kind,
    user_id: user?.id ?? null,
    email,
    role: role ?? null,
    duties: duties ? writtenDuties(duties) : null,
    own_leads_only: ownLeadsOnly ? 1 : 0,
    bound_to: kind === "password-reset" && user ? boundTo(user) : null,
    token_hash: hashToken(links[kind].tokenOf(id)),
    created_by: createdBy,
    made_by: madeBy ?? null,
    created_at: now.toISOString(),
    expires_at: new Date(from.getTime() + ACCOUNT_LINKS[kind].minutes * 60_000).toISOString(),
    ended_at: null,
    ended_how: null,
  };
  await trx.insertInto("account_links").values(row).execute();
  return row;
}

export async function findAccountLink(db: Db, id: string): Promise<AccountLink | undefined> {
  return db.selectFrom("account_links").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Also one that has ended. */
export async function findLink(
  db: Db,
  { token, kind }: { token: string; kind: AccountLinkKind },
): Promise<AccountLink | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("kind", "=", kind)
    .executeTakeFirst();
}

export async function findLinks(db: Db, ids: readonly string[]): Promise<AccountLink[]> {
  return db.selectFrom("account_links").selectAll().where("id", "in", ids).execute();
}

export async function findLiveLink(
  db: Db,
  { token, kinds, now }: { token: string; kinds: readonly AccountLinkKind[]; now: Date },
): Promise<AccountLink | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

export async function findLiveLinkOf(
  db: Db,
  { userId, kind, now }: { userId: string; kind: AccountLinkKind; now: Date },
): Promise<AccountLink | undefined> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Of two uses at the same time only one returns; the other throws, as does an invalid link. */
export async function takeAccountLink(
  trx: Db,
  { token, kinds, now }: { token: string; kinds: readonly AccountLinkKind[]; now: Date },
): Promise<AccountLink> {
  const link = await trx
    .updateTable("account_links")
    .set({ ended_at: now.toISOString(), ended_how: "used" })
    .where("token_hash", "=", hashToken(token))
    .where("kind", "in", kinds)
    .where("ended_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
  if (!link) throw badLink();
  return link;
}

export async function endAccountLinks(
  trx: Db,
  of: { userId: string } | { id: string },
  { kinds, how, now }: { kinds: readonly AccountLinkKind[]; how: "revoked" | "replaced"; now: Date },
): Promise<number> {
  const ended = await trx
    .updateTable("account_links")
    .set({ ended_at: now.toISOString(), ended_how: how })
    .where((is) => ("userId" in of ? is("user_id", "=", of.userId) : is("id", "=", of.id)))
    .where("kind", "in", kinds)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(ended.numUpdatedRows);
}

export async function listLinksSince(db: Db, kind: AccountLinkKind, since: Date): Promise<AccountLink[]> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("kind", "=", kind)
    .where("created_at", ">", since.toISOString())
    .execute();
}

export async function listOpenLinks(db: Db, kind: AccountLinkKind): Promise<AccountLink[]> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where("kind", "=", kind)
    .where("ended_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function listLinksOf(
  db: Db,
  { userIds, email }: { userIds: readonly string[]; email: string },
): Promise<AccountLink[]> {
  const key = emailKey(email);
  const all = await db.selectFrom("account_links").selectAll().execute();
  return all.filter((link) => userIds.includes(link.user_id ?? "") || emailKey(link.email) === key);
}

export async function deleteLinkRow(trx: Db, id: string): Promise<void> {
  await trx.deleteFrom("account_links").where("id", "=", id).execute();
}

export async function listEndedLinks(db: Db, before: Date, limit: number): Promise<AccountLink[]> {
  return db
    .selectFrom("account_links")
    .selectAll()
    .where((is) => is(is.fn.coalesce("ended_at", "expires_at"), "<", before.toISOString()))
    .limit(limit)
    .execute();
}

export function isBoundTo(link: AccountLink, user: Pick<UserRow, "password_hash">): boolean {
  return link.bound_to === boundTo(user);
}

export function badLink(): AppError {
  return new AppError("not_found", "This link does not work any more. It may have been used, replaced or expired.");
}

function boundTo({ password_hash }: Pick<UserRow, "password_hash">): string {
  return createHash("sha256").update(password_hash).digest("base64url");
}
