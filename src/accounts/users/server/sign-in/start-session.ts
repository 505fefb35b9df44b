import type { Credentials, SignedIn } from "#accounts/users/credentials.ts";
import { type FactorDue, NOTHING_DUE } from "#accounts/users/factor-due.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newId } from "#platform/server/ids.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import type { AccountLinks } from "../links/store.ts";
import type { RelyingParty } from "../second-factor/passkeys.ts";
import { toUser, type UserRow } from "../table.ts";
import { rememberBrowser } from "../visits/known-browsers.ts";
import type { Visit } from "../visits/visit.ts";
import { deleteExpiredSessions, insertSession } from "./store.ts";
import { newSalt, type Tokens } from "./tokens.ts";

export type AuthServices = {
  database: Database;
  tokens: Tokens;
  links: AccountLinks;
  clock: Clock;
  refreshGraceSeconds: number;
  relyingParty: RelyingParty;
};

export type Attempt = {
  credentials: Credentials;
  limitKey: string | undefined;
  visit: Visit;
};

const DAY_MS = 24 * 60 * 60 * 1000;
export const MAX_IDLE_DAYS = 7;
const MAX_SESSION_DAYS = 30;

export type NewSession = { id: string; refreshToken: string };

export function newSession(tokens: Tokens): NewSession {
  const id = newId();
  return { id, refreshToken: tokens.firstRefreshToken(id) };
}

export async function storeSession(
  trx: Db,
  { session, user, visit, now }: { session: NewSession; user: UserRow; visit: Visit; now: Date },
): Promise<void> {
  await deleteExpiredSessions(trx, expiryOf(now));
  await rememberBrowser(trx, { user, visit, now });
  await insertSession(trx, {
    id: session.id,
    user_id: user.id,
    token_hash: hashToken(session.refreshToken),
    previous_hash: null,
    rotation_salt: newSalt(),
    created_at: now.toISOString(),
    refreshed_at: now.toISOString(),
    user_agent: visit.userAgent,
    browser_hash: visit.browserHash,
    proved_at: now.toISOString(),
  });
}

export async function toSignedIn(
  tokens: Tokens,
  { session, user, now, due = NOTHING_DUE }: { session: NewSession; user: UserRow; now: Date; due?: FactorDue },
): Promise<SignedIn> {
  const accessToken = await tokens.accessToken({ userId: user.id, sessionId: session.id }, now);
  return { accessToken, refreshToken: session.refreshToken, ...toUser(user), ...due };
}

export function expiryOf(now: Date): { refreshedBefore: Date; createdBefore: Date } {
  return {
    refreshedBefore: new Date(now.getTime() - MAX_IDLE_DAYS * DAY_MS),
    createdBefore: new Date(now.getTime() - MAX_SESSION_DAYS * DAY_MS),
  };
}
