// A stranger who asks learns nothing: the request stores a mail for any address, and only the worker looks for the account.
import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { enqueueMail } from "#delivery/mail/server/store.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import type { RateLimit } from "#platform/server/rate-limits.ts";
import { findUserByEmail } from "../accounts.ts";
import type { UserRow } from "../table.ts";
import { type AccountLink, type AccountLinks, findAccountLink, insertAccountLink, listLinksSince } from "./store.ts";

export const RESETS_PER_ACCOUNT: RateLimit = { count: 5, windowSeconds: 3600 };

export async function enqueuePasswordReset(trx: Db, { email, now }: { email: string; now: Date }): Promise<void> {
  await enqueueMail(trx, [{ kind: "password-reset", recordId: newId(), detail: email, dueAt: now }], now);
}

/**
 * A mail that is written again has its link already. Undefined without an active account, or at its limit: links that
 * were sent stay valid, so that a stranger's requests lock nobody out. The link goes to the stored address, never to
 * another spelling, which could be another mailbox.
 */
export async function linkForReset(
  trx: Db,
  links: AccountLinks,
  { id, email, askedAt }: { id: string; email: string; askedAt: Date },
): Promise<AccountLink | undefined> {
  const known = await findAccountLink(trx, id);
  if (known) return known;
  const user = await findUserByEmail(trx, email);
  if (!user || user.deactivated_at !== null) return undefined;
  await lockNames(trx, [`password-reset ${mailboxKey(user.email)}`]);
  if (await isAtLimit(trx, user, askedAt)) return undefined;
  // The link's time begins with the request, so that delayed mail carries no fresh link.
  return insertAccountLink(trx, links, {
    id,
    kind: "password-reset",
    user,
    email: user.email,
    createdBy: VISITOR,
    now: askedAt,
  });
}

/** A stranger can register any number of spellings of a mailbox, so unconfirmed accounts count together. */
async function isAtLimit(trx: Db, user: UserRow, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - RESETS_PER_ACCOUNT.windowSeconds * 1000);
  const recent = await listLinksSince(trx, "password-reset", since);
  const mailbox = mailboxKey(user.email);
  const counted = recent.filter(
    (link) => link.user_id === user.id || (user.confirmed_at === null && mailboxKey(link.email) === mailbox),
  );
  return counted.length >= RESETS_PER_ACCOUNT.count;
}
