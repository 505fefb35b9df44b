import { mailboxKey } from "#delivery/mail/mailbox.ts";
import { earliestInMailbox, lockMailbox } from "#delivery/mail/server/mailbox-throttle.ts";
import { VISITOR } from "#platform/audit-log.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { findUser, isUnconfirmed, updateUser } from "../accounts.ts";
import type { UserRow } from "../table.ts";
import { enqueueLinkMail } from "./account-mail.ts";
import { type AccountLink, type AccountLinks, badLink, endAccountLinks, insertAccountLink } from "./store.ts";

type Question = {
  user: UserRow;
  createdBy?: string;
  /** Strangers can register any address, in many spellings, so mail to the mailbox behind it is limited. */
  isLimited?: boolean;
  now: Date;
};

export async function askToConfirm(
  trx: Db,
  links: AccountLinks,
  { user, createdBy = isUnconfirmed(user) ? VISITOR : user.email, isLimited = false, now }: Question,
): Promise<void> {
  await endAccountLinks(trx, { userId: user.id }, { kinds: ["confirm-email"], how: "replaced", now });
  const link = await insertAccountLink(trx, links, {
    id: newId(),
    kind: "confirm-email",
    user,
    email: user.email,
    createdBy,
    now,
  });
  const mailbox = isLimited ? mailboxKey(user.email) : undefined;
  if (mailbox === undefined) return enqueueLinkMail(trx, link, now);
  await lockMailbox(trx, mailbox);
  const dueAt = await earliestInMailbox(trx, { mailbox, wanted: now, now });
  await enqueueLinkMail(trx, link, now, { mailbox, dueAt });
}

export async function confirmAddress(trx: Db, link: AccountLink, now: Date): Promise<void> {
  const user = await findUser(trx, link.user_id ?? "");
  if (!user || user.email !== link.email) throw badLink();
  const at = now.toISOString();
  await updateUser(trx, user.id, { confirmed_at: user.confirmed_at ?? at, email_confirmed_at: at });
  await endAccountLinks(trx, { userId: user.id }, { kinds: ["confirm-email"], how: "replaced", now });
}
