import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { SignedIn } from "#auth/credentials.ts";
import { SignInError } from "#auth/errors.ts";
import { emailKey } from "#platform/email.ts";
import type { AppError } from "#platform/errors.ts";
import { verifyPassword } from "#platform/server/passwords.ts";
import {
  consumeRateLimit,
  type RateLimit,
  type RateLimitsTables,
  refundRateLimit,
} from "#platform/server/rate-limits.ts";
import { findUserByEmail, updateUser } from "#users/server/store.ts";
import { type Attempt, type AuthServices, newSession, storeSession, toSignedIn } from "./start-session.ts";

const WINDOW_SECONDS = 15 * 60;
export const FAILURES_PER_ACCOUNT: RateLimit = { count: 10, windowSeconds: WINDOW_SECONDS };
export const FAILURES_PER_ADDRESS: RateLimit = { count: 30, windowSeconds: WINDOW_SECONDS };

export type SignInAttempt = Attempt & {
  /** Called with the account that is tried, for the log. */
  onFound: (userId: string) => void;
};

/** Throws bad_credentials, account_inactive, rate_limited. Only the right password reveals anything about the account. */
export async function signIn(
  services: AuthServices,
  { credentials, limitKey, onFound }: SignInAttempt,
): Promise<SignedIn> {
  const { database, tokens, clock } = services;
  const counts = limitKey ? countsOf(limitKey, credentials.email) : [];
  // Counted before the password is verified, so that a hundred parallel attempts count as a hundred.
  await database.transaction((trx) => countAttempt(trx, counts, clock.now()));
  const found = await findUserByEmail(database.read, credentials.email);
  if (found) onFound(found.id);
  const matches = await verifyPassword(credentials.password, found?.password_hash);
  if (!found || !matches) throw badCredentials();

  const now = clock.now();
  const session = newSession(tokens);
  const user = await database.transaction(async (trx) => {
    for (const { key } of counts) await refundRateLimit(trx, key);
    if (found.deactivated_at !== null) return undefined;
    const signedIn = await updateUser(trx, found.id, { last_login_at: now.toISOString() });
    // The account may have been deactivated, deleted or given a new password since the verification.
    if (!signedIn || signedIn.deactivated_at !== null || signedIn.password_hash !== found.password_hash)
      throw badCredentials();
    await storeSession(trx, { session, userId: signedIn.id, now });
    return signedIn;
  });
  if (!user)
    throw new SignInError("account_inactive", "This account is deactivated. Please ask an admin to activate it.");
  return toSignedIn(tokens, { session, user, now });
}

type Count = { key: string; limit: RateLimit };

function countsOf(limitKey: string, email: string): Count[] {
  // Hashed, because people type passwords into the wrong field.
  const account = createHash("sha256").update(emailKey(email)).digest("base64url");
  return [
    { key: `sign-in ${limitKey}`, limit: FAILURES_PER_ADDRESS },
    { key: `sign-in ${account} ${limitKey}`, limit: FAILURES_PER_ACCOUNT },
  ];
}

async function countAttempt(trx: Kysely<RateLimitsTables>, counts: Count[], now: Date): Promise<void> {
  for (const count of counts) await consumeRateLimit(trx, { ...count, now });
}

function badCredentials(): AppError {
  return new SignInError("bad_credentials", "The email or the password is not right.");
}
