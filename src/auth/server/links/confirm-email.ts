import type { Kysely } from "kysely";
import { lockNames } from "#platform/server/database/locks.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import type { AccountLinkKind } from "#users/account-link.ts";
import {
  type AccountLink,
  type AccountLinks,
  askToConfirm,
  changeEmailByLink,
  confirmAddress,
  deadLink,
  findLiveLink,
  findUser,
  takeAccountLink,
} from "#users/server/store.ts";
import type { AuthServices, AuthTables } from "../start-session.ts";

export const CONFIRMATIONS_PER_ACCOUNT: RateLimit = { count: 5, windowSeconds: 3600 };

type Confirm = (trx: Kysely<AuthTables>, link: AccountLink, now: Date, links: AccountLinks) => Promise<unknown>;

/** What a press on "Confirm" does, for each kind of link that leads to its page. */
const CONFIRMATIONS: Partial<Record<AccountLinkKind, Confirm>> = {
  "confirm-email": confirmAddress,
  "new-email": changeEmailByLink,
};

/** Throws not_found, email_taken. */
export async function confirmEmail({ database, links, clock }: AuthServices, token: string): Promise<void> {
  const now = clock.now();
  const kinds = Object.keys(CONFIRMATIONS) as AccountLinkKind[];
  // Read first: guesses must not take the lock.
  if (!(await findLiveLink(database.read, { token, kinds, now }))) throw deadLink();
  await database.transaction(async (trx) => {
    await lockNames(trx, ["accounts"]);
    const link = await takeAccountLink(trx, { token, kinds, now });
    await CONFIRMATIONS[link.kind]?.(trx, link, now, links);
  });
}

/** Returns false if the address is confirmed already. The earlier link ends. Throws rate_limited. */
export async function sendConfirmationAgain(
  { database, links, clock }: AuthServices,
  { userId, isLimited }: { userId: string; isLimited: boolean },
): Promise<boolean> {
  const now = clock.now();
  return database.transaction(async (trx) => {
    const user = await findUser(trx, userId);
    if (!user) throw deadLink();
    if (user.confirmed_at !== null) return false;
    if (isLimited) await consumeRateLimit(trx, { key: `confirm ${userId}`, limit: CONFIRMATIONS_PER_ACCOUNT, now });
    await askToConfirm(trx, links, { user, isLimited, now });
    return true;
  });
}
