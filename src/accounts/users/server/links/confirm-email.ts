import type { AccountLinkKind } from "#accounts/users/account-link.ts";
import type { EmailConfirmation } from "#accounts/users/link.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { AppError } from "#platform/errors.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { findUser, isUnconfirmed } from "../accounts.ts";
import { changeEmailByLink } from "../change-own-email.ts";
import { takeOver } from "../change-user.ts";
import { recordOwnChange } from "../own-changes.ts";
import { verifyPasswordOf } from "../sign-in/prove.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import type { UserRow } from "../table.ts";
import { enqueueAccountNotice } from "./account-mail.ts";
import { askToConfirm, confirmAddress } from "./confirmation.ts";
import { type AccountLink, type AccountLinks, badLink, findLiveLink, takeAccountLink } from "./store.ts";

export const CONFIRMATIONS_PER_ACCOUNT: RateLimit = { count: 5, windowSeconds: 3600 };

type ConfirmServices = AuthServices & { rateLimit: boolean };

type Confirm = (trx: Db, link: AccountLink, now: Date, links: AccountLinks) => Promise<unknown>;

const CONFIRMATIONS: Partial<Record<AccountLinkKind, Confirm>> = {
  "confirm-email": confirmAddress,
  "new-email": changeEmailByLink,
};

/**
 * The mailbox alone does not confirm an account: its person may be another than the one who registered it and knows the
 * password. Throws not_found, email_taken, invalid_input, wrong_password, rate_limited.
 */
export async function confirmEmail(services: ConfirmServices, { token, ...given }: EmailConfirmation): Promise<void> {
  const { database, links, clock } = services;
  const now = clock.now();
  const kinds = Object.keys(CONFIRMATIONS) as AccountLinkKind[];
  // Guesses must not take the lock, so this reads first.
  const found = await findLiveLink(database.read, { token, kinds, now });
  const account = found && (await findUser(database.read, found.user_id ?? ""));
  if (!account) throw badLink();
  const passwordHash = isUnconfirmed(account) ? await passwordOf(services, account, given) : undefined;
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const link = await takeAccountLink(trx, { token, kinds, now });
    // The account may have a new password since, or another link may have confirmed it.
    const user = await findUser(trx, account.id);
    if (user?.password_hash !== account.password_hash) throw badLink();
    await CONFIRMATIONS[link.kind]?.(trx, link, now, links);
    if (passwordHash === undefined) return;
    await takeOver(trx, user.id, { password_hash: passwordHash, updated_at: now.toISOString() });
    const to = "by a link in an e-mail";
    await recordOwnChange(trx, { user, action: "password", to, isMailed: true, now });
    await enqueueAccountNotice(trx, { user, what: "password", words: "By a link in an e-mail", now });
  });
}

async function passwordOf(
  services: ConfirmServices,
  account: UserRow,
  { password, newPassword }: Omit<EmailConfirmation, "token">,
): Promise<string | undefined> {
  if (newPassword) return hashNewPassword(newPassword, knownNames(currentFacts(), account.email), "newPassword");
  if (password === undefined) {
    const message = "Please enter the password of the account, or set a new one";
    throw new AppError("invalid_input", message, { fields: { password: message } });
  }
  await verifyPasswordOf(services, { user: account, password, field: "password", key: `confirm with ${account.id}` });
  return undefined;
}

/** Returns false if the address is confirmed already. The earlier link ends. Throws rate_limited. */
export async function sendConfirmationAgain(
  { database, links, clock }: AuthServices,
  { userId, isLimited }: { userId: string; isLimited: boolean },
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (trx) => {
    const user = await findUser(trx, userId);
    if (!user) throw badLink();
    if (user.email_confirmed_at !== null) return false;
    if (isLimited) await consumeRateLimit(trx, { key: `confirm ${userId}`, limit: CONFIRMATIONS_PER_ACCOUNT, now });
    await askToConfirm(trx, links, { user, isLimited, now });
    return true;
  });
}
