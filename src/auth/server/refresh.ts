import { AppError } from "#platform/errors.ts";
import { countAgainstLimit, type Limit } from "#platform/server/rate-limits.ts";
import { type SignInsTable, toUser, type UsersTable } from "#users/server/store.ts";
import type { User } from "#users/user.ts";
import { type AuthServices, deadAt } from "./start-session.ts";
import { endSignIn, findSignIn, lockSignedInUser, rotateToken } from "./store.ts";
import { hashToken, newSalt, signInIdOf } from "./tokens.ts";

export const REFRESHES_PER_ADDRESS: Limit = { count: 600, windowSeconds: 600 };

type Refreshed = { accessToken: string; refreshToken: string; user: User };
type Outcome = { user: UsersTable; salt: string } | "refused";

/**
 * Exchanges a refresh token for its successor. The immediate predecessor is honoured for a few seconds and gets the same
 * successor; any other token of the sign-in can only be a stolen one, or one that was stolen from, and ends it.
 */
export async function refresh(
  services: AuthServices,
  { token, limitKey }: { token: string; limitKey: string | undefined },
): Promise<Refreshed> {
  const { database, tokens, clock } = services;
  const now = clock.now();
  const id = signInIdOf(token);
  if (!id) throw signInEnded();
  const shown = hashToken(token);
  const salt = newSalt();
  const successor = hashToken(tokens.nextRefreshToken(token, salt));

  const outcome = await database.transaction<Outcome>(async (trx) => {
    if (limitKey) await countAgainstLimit(trx, { key: `refresh ${limitKey}`, limit: REFRESHES_PER_ADDRESS, now });
    const user = await lockSignedInUser(trx, id);
    const before = await findSignIn(trx, id);
    if (!before) return "refused";
    if (!user || isDead(before, now)) {
      await endSignIn(trx, id);
      return "refused";
    }
    if (await rotateToken(trx, { id, from: shown, to: successor, salt, now })) return { user, salt };
    const after = await findSignIn(trx, id);
    if (after && isInGrace(after, { shown, now, seconds: services.refreshGraceSeconds }))
      return { user, salt: after.rotation_salt };
    await endSignIn(trx, id);
    return "refused";
  });

  if (outcome === "refused") throw signInEnded();
  return {
    accessToken: await tokens.accessToken({ userId: outcome.user.id, signInId: id }, now),
    refreshToken: tokens.nextRefreshToken(token, outcome.salt),
    user: toUser(outcome.user),
  };
}

function isDead(signIn: SignInsTable, now: Date): boolean {
  const { refreshedBefore, createdBefore } = deadAt(now);
  return (
    Date.parse(signIn.refreshed_at) < refreshedBefore.getTime() ||
    Date.parse(signIn.created_at) < createdBefore.getTime()
  );
}

function isInGrace(
  signIn: SignInsTable,
  { shown, now, seconds }: { shown: string; now: Date; seconds: number },
): boolean {
  return signIn.previous_hash === shown && now.getTime() - Date.parse(signIn.refreshed_at) <= seconds * 1000;
}

function signInEnded(): AppError {
  return new AppError("not_signed_in", "Your sign-in has ended. Please sign in again.");
}
