import type { FactorDue } from "#accounts/users/factor-due.ts";
import type { User } from "#accounts/users/user.ts";
import { AppError } from "#platform/errors.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { updateUser } from "../accounts.ts";
import { factorDueOf } from "../required-factor.ts";
import { type SessionsTable, toUser, type UserRow } from "../table.ts";
import { type AuthServices, expiryOf } from "./start-session.ts";
import { deleteSession, findSession, lockSessionUser, rotateToken } from "./store.ts";
import { newSalt, sessionIdOf } from "./tokens.ts";

export const REFRESHES_PER_ADDRESS: RateLimit = { count: 600, windowSeconds: 600 };

type Refreshed = { accessToken: string; refreshToken: string; user: User & FactorDue };
type RefreshResult = { user: UserRow; salt: string } | "refused";

/**
 * The direct predecessor works for some seconds and gets the same successor. Any other token of the session was stolen
 * or copied, and ends the session. An invented token ends nothing.
 */
export async function refresh(
  services: AuthServices,
  { token, limitKey }: { token: string; limitKey: string | undefined },
): Promise<Refreshed> {
  const { database, tokens, clock } = services;
  const now = clock.now();
  const id = sessionIdOf(token);
  if (!id) throw sessionExpired();
  const shown = hashToken(token);
  const salt = newSalt();
  const successor = hashToken(tokens.nextRefreshToken(token, salt));

  const outcome = await database.transaction<RefreshResult>(async (trx) => {
    if (limitKey) await consumeRateLimit(trx, { key: `refresh ${limitKey}`, limit: REFRESHES_PER_ADDRESS, now });
    const user = await lockSessionUser(trx, id);
    const before = await findSession(trx, id);
    if (!before) return "refused";
    if (!user || isExpired(before, now)) {
      await deleteSession(trx, id);
      return "refused";
    }
    if (await rotateToken(trx, { id, from: shown, to: successor, salt, now })) return { user, salt };
    const after = await findSession(trx, id);
    if (after && isInGrace(after, { shown, now, seconds: services.refreshGraceSeconds }))
      return { user, salt: after.rotation_salt };
    if (after && tokens.isTokenOf(after, token)) await deleteSession(trx, id);
    return "refused";
  });

  if (outcome === "refused") throw sessionExpired();
  const { user } = outcome;
  // Parallel refreshes share a lock of the account: an update within the transaction would deadlock with them.
  if (user.used_at === null)
    await database.transaction((trx) => updateUser(trx, user.id, { used_at: now.toISOString() }));
  return {
    accessToken: await tokens.accessToken({ userId: user.id, sessionId: id }, now),
    refreshToken: tokens.nextRefreshToken(token, outcome.salt),
    user: { ...toUser(user), ...(await factorDueOf(database.read, user, now)) },
  };
}

function isExpired(signIn: SessionsTable, now: Date): boolean {
  const { refreshedBefore, createdBefore } = expiryOf(now);
  return (
    Date.parse(signIn.refreshed_at) < refreshedBefore.getTime() ||
    Date.parse(signIn.created_at) < createdBefore.getTime()
  );
}

function isInGrace(
  signIn: SessionsTable,
  { shown, now, seconds }: { shown: string; now: Date; seconds: number },
): boolean {
  return signIn.previous_hash === shown && now.getTime() - Date.parse(signIn.refreshed_at) <= seconds * 1000;
}

function sessionExpired(): AppError {
  return new AppError("not_signed_in", "Your session has expired. Please sign in again.");
}
