import type { Kysely } from "kysely";
import { SignInError } from "#auth/errors.ts";
import type { FactorDue } from "#auth/factor-due.ts";
import type { AppError } from "#platform/errors.ts";
import { type UserRow, updateUser } from "#users/server/store.ts";
import { factorDueOf } from "./second-factor/required.ts";
import { type AuthTables, type NewSession, storeSession } from "./start-session.ts";
import type { Visit } from "./visits/visit.ts";

/** Every way of signing in ends here. */
export async function openSession(
  trx: Kysely<AuthTables>,
  { session, user, visit, now }: { session: NewSession; user: UserRow; visit: Visit; now: Date },
): Promise<{ user: UserRow; due: FactorDue }> {
  const at = now.toISOString();
  const signedIn = await updateUser(trx, user.id, { last_login_at: at, used_at: user.used_at ?? at });
  await storeSession(trx, { session, user, visit, now });
  return { user: signedIn ?? user, due: await factorDueOf(trx, user, now) };
}

export function accountInactive(): AppError {
  return new SignInError("account_inactive", "This account is deactivated. Please ask an admin to activate it.");
}
