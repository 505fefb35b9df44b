import type { SignedIn } from "#accounts/users/credentials.ts";
import { UserError } from "#accounts/users/errors.ts";
import { knownNames } from "#accounts/users/user.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { hashNewPassword } from "#platform/server/new-passwords/new-passwords.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { readAccountRules } from "../account-rules.ts";
import { insertUser } from "../accounts.ts";
import { askToConfirm } from "../links/confirmation.ts";
import { type Attempt, type AuthServices, newSession, storeSession, toSignedIn } from "./start-session.ts";

export const REGISTRATIONS_PER_ADDRESS: RateLimit = { count: 60, windowSeconds: 600 };

/** Throws registration_closed, email_taken, invalid_input, rate_limited. */
export async function register(services: AuthServices, { credentials, limitKey, visit }: Attempt): Promise<SignedIn> {
  const { database, tokens, links, clock } = services;
  const now = clock.now();
  if ((await readAccountRules(database.read)).registration === "closed")
    throw new UserError("registration_closed", "Making an account is closed here. Please ask the company for one.");
  if (limitKey) {
    const count = { key: `register ${limitKey}`, limit: REGISTRATIONS_PER_ADDRESS, now };
    await database.transaction((trx) => consumeRateLimit(trx, count));
  }
  const passwordHash = await hashNewPassword(credentials.password, knownNames(currentFacts(), credentials.email));
  const session = newSession(tokens);
  const user = await database.transaction(async (trx) => {
    const account = {
      email: credentials.email,
      passwordHash,
      role: "user",
      duties: [],
      isActive: true,
      isConfirmed: false,
      now,
    } as const;
    const inserted = await insertUser(trx, account);
    if (!inserted) return undefined;
    await storeSession(trx, { session, user: inserted, visit, now });
    await askToConfirm(trx, links, { user: inserted, isLimited: limitKey !== undefined, now });
    return inserted;
  });
  if (!user)
    throw new UserError("email_taken", "There is an account with this email already.", {
      fields: { email: "There is an account with this email already." },
    });
  return toSignedIn(tokens, { session, user, now });
}
