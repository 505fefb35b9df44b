import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { findUser, isUnconfirmed } from "../accounts.ts";
import { applyChanges, takeOver } from "../change-user.ts";
import { recordOwnChange } from "../own-changes.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { enqueueAccountNotice } from "./account-mail.ts";
import { enqueuePasswordReset } from "./password-reset.ts";
import { badLink, findLiveLink, isBoundTo, takeAccountLink } from "./store.ts";

export const RESET_REQUESTS_PER_ADDRESS: RateLimit = { count: 10, windowSeconds: 900 };

const KINDS = ["password-reset"] as const;

/** The account is not looked up, so that neither the answer nor its time reveals one. Throws rate_limited. */
export async function askForReset(
  { database, clock }: AuthServices,
  { email, limitKey }: { email: string; limitKey: string | undefined },
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (trx) => {
    if (limitKey) await consumeRateLimit(trx, { key: `reset ${limitKey}`, limit: RESET_REQUESTS_PER_ADDRESS, now });
    await enqueuePasswordReset(trx, { email, now });
  });
}

/**
 * Ends every sign-in, and other links of the account. It does not sign in, and a second factor stays. A refused
 * password does not use the link up. Throws not_found, invalid_input.
 */
export async function resetPassword(
  { database, clock }: AuthServices,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const now = clock.now();
  const found = await findLiveLink(database.read, { token, kinds: KINDS, now });
  const account = found && (await findUser(database.read, found.user_id ?? ""));
  if (!account) throw badLink();
  const passwordHash = await hashNewPassword(password, knownNames(currentFacts(), account.email));
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const link = await takeAccountLink(trx, { token, kinds: KINDS, now });
    const user = await findUser(trx, account.id);
    if (!user || user.deactivated_at !== null || user.email !== link.email || !isBoundTo(link, user)) throw badLink();
    const apply = isUnconfirmed(user) ? takeOver : applyChanges;
    const at = now.toISOString();
    await apply(trx, user.id, { password_hash: passwordHash, email_confirmed_at: at, updated_at: at });
    const to = "by a link in an e-mail";
    await recordOwnChange(trx, { user, action: "password", to, isMailed: true, now });
    await enqueueAccountNotice(trx, { user, what: "password", words: "By a link in an e-mail", now });
  });
}
