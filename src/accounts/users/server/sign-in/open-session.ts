import type { FactorDue } from "#accounts/users/factor-due.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import type { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { updateUser } from "../accounts.ts";
import { factorDueOf } from "../required-factor.ts";
import type { UserRow } from "../table.ts";
import type { Visit } from "../visits/visit.ts";
import { type NewSession, storeSession } from "./start-session.ts";

export async function openSession(
  trx: Db,
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
