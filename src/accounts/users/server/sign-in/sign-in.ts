import { createHash } from "node:crypto";
import type { SignedIn } from "#accounts/users/credentials.ts";
import type { FactorDue } from "#accounts/users/factor-due.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import { emailKey } from "#platform/email.ts";
import type { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { verifyPassword } from "#platform/server/passwords.ts";
import { consumeRateLimit, type RateLimit, refundRateLimit } from "#platform/server/rate-limits.ts";
import { findUserByEmail } from "../accounts.ts";
import { insertChallenge } from "../second-factor/challenges.ts";
import { secondFactorRequired } from "../second-factor/sign-in-steps.ts";
import { findUsersWithFactor, lockUser } from "../second-factor/store.ts";
import type { UserRow } from "../table.ts";
import { accountInactive, openSession } from "./open-session.ts";
import { type Attempt, type AuthServices, newSession, toSignedIn } from "./start-session.ts";

const WINDOW_SECONDS = 15 * 60;
export const FAILURES_PER_ACCOUNT: RateLimit = { count: 10, windowSeconds: WINDOW_SECONDS };
export const FAILURES_PER_ADDRESS: RateLimit = { count: 30, windowSeconds: WINDOW_SECONDS };

export type SignInAttempt = Attempt & {
  onFound: (userId: string) => void;
};

/**
 * Throws bad_credentials, account_inactive, second_factor_required, rate_limited. Only the right password reveals
 * anything about the account.
 */
export async function signIn(
  services: AuthServices,
  { credentials, limitKey, visit, onFound }: SignInAttempt,
): Promise<SignedIn> {
  const { database, tokens, clock } = services;
  const counts = limitKey ? countsOf(limitKey, credentials.email) : [];
  // The attempt counts before the password is verified, so that a hundred parallel attempts count as a hundred.
  await database.transaction((trx) => countAttempt(trx, counts, clock.now()));
  const found = await findUserByEmail(database.read, credentials.email);
  if (found) onFound(found.id);
  const matches = await verifyPassword(credentials.password, found?.password_hash);
  if (!found || !matches) throw badCredentials();

  const now = clock.now();
  const session = newSession(tokens);
  const outcome = await database.transaction<Outcome>(async (trx) => {
    for (const { key } of counts) await refundRateLimit(trx, key);
    if (found.deactivated_at !== null) return "inactive";
    const user = await lockUser(trx, found.id);
    // The account may have been deactivated, deleted or given a new password since the verification.
    if (!user || user.deactivated_at !== null || user.password_hash !== found.password_hash) throw badCredentials();
    const hasFactor = (await findUsersWithFactor(trx, [user.id])).size > 0;
    if (hasFactor) return { user, challenge: await insertChallenge(trx, { kind: "sign-in", userId: user.id, now }) };
    return openSession(trx, { session, user, visit, now });
  });
  if (outcome === "inactive") throw accountInactive();
  if ("challenge" in outcome) throw await secondFactorRequired(services, outcome);
  return toSignedIn(tokens, { session, now, ...outcome });
}

type Outcome = "inactive" | { user: UserRow; challenge: string } | { user: UserRow; due: FactorDue };

type Count = { key: string; limit: RateLimit };

function countsOf(limitKey: string, email: string): Count[] {
  // The e-mail is hashed, because people type passwords into the wrong field.
  const account = createHash("sha256").update(emailKey(email)).digest("base64url");
  return [
    { key: `sign-in ${limitKey}`, limit: FAILURES_PER_ADDRESS },
    { key: `sign-in ${account} ${limitKey}`, limit: FAILURES_PER_ACCOUNT },
  ];
}

async function countAttempt(trx: Db, counts: Count[], now: Date): Promise<void> {
  for (const count of counts) await consumeRateLimit(trx, { ...count, now });
}

function badCredentials(): AppError {
  return new SignInError("bad_credentials", "The email or the password is not right.");
}
