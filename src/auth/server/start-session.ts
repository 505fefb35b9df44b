import type { Kysely } from "kysely";
import type { Credentials, SignedIn } from "#auth/credentials.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { newId } from "#platform/server/ids.ts";
import type { RateLimitsTables } from "#platform/server/rate-limits.ts";
import { toUser, type UserRow, type UsersTables } from "#users/server/store.ts";
import { deleteExpiredSessions, insertSession } from "./store.ts";
import { hashToken, newSalt, type Tokens } from "./tokens.ts";

export type AuthServices = {
  database: Database<UsersTables & RateLimitsTables>;
  tokens: Tokens;
  clock: Clock;
  refreshGraceSeconds: number;
};

export type Attempt = {
  credentials: Credentials;
  /** The key of rate limits; undefined if they are off. */
  limitKey: string | undefined;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_IDLE_DAYS = 7;
const MAX_SESSION_DAYS = 30;

export type NewSession = { id: string; refreshToken: string };

export function newSession(tokens: Tokens): NewSession {
  const id = newId();
  return { id, refreshToken: tokens.firstRefreshToken(id) };
}

export async function storeSession(
  trx: Kysely<UsersTables>,
  { session, userId, now }: { session: NewSession; userId: string; now: Date },
): Promise<void> {
  await deleteExpiredSessions(trx, expiryOf(now));
  await insertSession(trx, {
    id: session.id,
    user_id: userId,
    token_hash: hashToken(session.refreshToken),
    previous_hash: null,
    rotation_salt: newSalt(),
    created_at: now.toISOString(),
    refreshed_at: now.toISOString(),
  });
}

export async function toSignedIn(
  tokens: Tokens,
  { session, user, now }: { session: NewSession; user: UserRow; now: Date },
): Promise<SignedIn> {
  const accessToken = await tokens.accessToken({ userId: user.id, sessionId: session.id }, now);
  return { success: true, accessToken, refreshToken: session.refreshToken, ...toUser(user) };
}

/** Sessions that were refreshed or created before these have expired. */
export function expiryOf(now: Date): { refreshedBefore: Date; createdBefore: Date } {
  return {
    refreshedBefore: new Date(now.getTime() - MAX_IDLE_DAYS * DAY_MS),
    createdBefore: new Date(now.getTime() - MAX_SESSION_DAYS * DAY_MS),
  };
}
