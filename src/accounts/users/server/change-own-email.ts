import { UserError } from "#accounts/users/errors.ts";
import { VISITOR } from "#platform/audit-log.ts";
import { emailKey } from "#platform/email.ts";
import type { AppError } from "#platform/errors.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { isUniqueViolation } from "#platform/server/database/driver-errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { deleteSessionsOf, findUser, findUserByEmail, isUnconfirmed, updateUser } from "./accounts.ts";
import { deleteAccount } from "./delete-account.ts";
import { enqueueAccountNotice, enqueueLinkMail } from "./links/account-mail.ts";
import {
  type AccountLink,
  type AccountLinks,
  badLink,
  endAccountLinks,
  insertAccountLink,
  takeAccountLink,
} from "./links/store.ts";
import { recordOwnChange } from "./own-changes.ts";
import type { UserRow } from "./table.ts";

/** This transaction has just taken `link`. Throws email_taken; then nothing has changed. */
export async function changeEmailByLink(trx: Db, link: AccountLink, now: Date, links: AccountLinks): Promise<UserRow> {
  await lockNames(trx, ["accounts"]);
  const user = link.user_id === null ? undefined : await findUser(trx, link.user_id);
  if (!user || user.deactivated_at !== null) throw badLink();
  const holder = await findUserByEmail(trx, link.email);
  if (holder && holder.id !== user.id) throw emailTaken();
  // The earlier address must not be able to set a password or to confirm any more.
  const kinds = ["password-reset", "confirm-email", "new-email"] as const;
  await endAccountLinks(trx, { userId: user.id }, { kinds, how: "replaced", now });
  const changed = await setEmail(trx, user, { email: link.email, now });
  const undo = await insertAccountLink(trx, links, {
    id: newId(),
    kind: "undo-email",
    user,
    email: user.email,
    createdBy: user.email,
    now,
  });
  await enqueueLinkMail(trx, undo, now);
  await recordOwnChange(trx, { user, action: "email", isMailed: true, now });
  return changed;
}

/** Everything that was signed in or mailed since ends. Throws not_found, email_taken. */
export async function undoEmailChange(trx: Db, { token, now }: { token: string; now: Date }): Promise<void> {
  await lockNames(trx, ["accounts"]);
  const link = await takeAccountLink(trx, { token, kinds: ["undo-email"], now });
  const user = link.user_id === null ? undefined : await findUser(trx, link.user_id);
  if (!user) throw badLink();
  const holder = await findUserByEmail(trx, link.email);
  if (holder && holder.id !== user.id) await removeSquatter(trx, holder, { by: user, now });
  const kinds = ["password-reset", "confirm-email", "new-email", "undo-email"] as const;
  await endAccountLinks(trx, { userId: user.id }, { kinds, how: "revoked", now });
  await setEmail(trx, user, { email: link.email, now });
  await deleteSessionsOf(trx, user.id);
  for (const to of [link.email, user.email])
    await enqueueAccountNotice(trx, { user, what: "email-undone", to, words: `${link.email} again`, now });
  await recordOwnChange(trx, { user: { ...user, email: link.email }, action: "email", isMailed: true, now });
}

/** An account that registered the address since has never proved it, and must not keep the owner from taking it back. */
async function removeSquatter(trx: Db, holder: UserRow, { by, now }: { by: UserRow; now: Date }): Promise<void> {
  if (!isUnconfirmed(holder)) throw emailTaken();
  await deleteAccount(trx, holder, now);
  const actor = by.role === "admin" ? by.email : VISITOR;
  await writeAuditLogEntry(trx, { subject: { kind: "account", id: holder.id }, actor, action: "deleted", now });
}

async function setEmail(trx: Db, user: UserRow, { email, now }: { email: string; now: Date }): Promise<UserRow> {
  const at = now.toISOString();
  try {
    const changes = { email, email_key: emailKey(email), confirmed_at: at, email_confirmed_at: at, updated_at: at };
    const changed = await updateUser(trx, user.id, changes);
    if (!changed) throw badLink();
    return changed;
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

function emailTaken(): AppError {
  return new UserError("email_taken", "This e-mail address belongs to another account by now.");
}
