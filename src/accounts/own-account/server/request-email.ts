import { findUser, findUserByEmail, requireConfirmed } from "#accounts/users/server/accounts.ts";
import { enqueueAccountNotice, enqueueLinkMail } from "#accounts/users/server/links/account-mail.ts";
import { endAccountLinks, findLiveLinkOf, insertAccountLink } from "#accounts/users/server/links/store.ts";
import { findSession } from "#accounts/users/server/sign-in/store.ts";
import { whenAccountsMayMail } from "#delivery/mail/server/mailbox-throttle.ts";
import { withdrawMail } from "#delivery/mail/server/store.ts";
import { emailKey } from "#platform/email.ts";
import { AppError } from "#platform/errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { newId } from "#platform/server/ids.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import type { AccountServices } from "./change-account.ts";

export const REQUESTS_PER_ACCOUNT: RateLimit = { count: 5, windowSeconds: 60 * 60 };

/**
 * The account changes once the mailed link is opened. An address that has an account gets a notice instead, and the
 * answer and the stored link are the same. Throws invalid_input, rate_limited, unconfirmed_account.
 */
export async function requestEmail(
  services: AccountServices,
  { caller, email }: { caller: Caller; email: string },
): Promise<void> {
  const { database, clock, accountLinks, rateLimit } = services;
  const now = clock.now();
  if (emailKey(email) === emailKey(caller.email)) throw ownAddress();
  if (rateLimit) {
    const count = { key: `new email of ${caller.id}`, limit: REQUESTS_PER_ACCOUNT, now };
    await database.transaction((trx) => consumeRateLimit(trx, count));
  }
  await database.transaction(async (trx) => {
    // The check runs again under the lock, because a new password ends the sign-in and every link.
    await lockNames(trx, ["accounts"]);
    if (!(await findSession(trx, caller.sessionId))) throw new AppError("not_signed_in", "Please sign in.");
    const user = await findUser(trx, caller.id);
    if (!user) throw new AppError("not_signed_in", "Please sign in.");
    requireConfirmed(user);
    const holder = await findUserByEmail(trx, email);
    const ofUser = { userId: user.id, kind: "new-email", now } as const;
    const earlier = await findLiveLinkOf(trx, ofUser);
    if (earlier) await withdrawMail(trx, earlier.id, ["account-link"], now);
    await endAccountLinks(trx, ofUser, { kinds: [ofUser.kind], how: "replaced", now });
    const due = user.role === "admin" ? { dueAt: now } : await whenAccountsMayMail(trx, { email, now });
    // The link's time begins when its mail can be sent.
    const link = { ...ofUser, id: newId(), user, email, createdBy: user.email, from: due.dueAt };
    const inserted = await insertAccountLink(trx, accountLinks, link);
    if (holder) await enqueueAccountNotice(trx, { user: holder, by: user.role, what: "email-wanted", now });
    else await enqueueLinkMail(trx, inserted, now, due);
  });
}

function ownAddress(): AppError {
  const message = "This is your address already.";
  return new AppError("invalid_input", message, { fields: { email: message } });
}
