import * as z from "zod/mini";
import { ownPasswordSchema } from "#accounts/users/credentials.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import { AppError } from "#platform/errors.ts";
import { endpoints } from "#platform/server/endpoints.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { verifyPassword } from "#platform/server/passwords.ts";
import { consumeRateLimit, type RateLimit, refundRateLimit } from "#platform/server/rate-limits.ts";
import { findUser } from "../accounts.ts";
import type { UserRow } from "../table.ts";
import { recordProof } from "./fresh-proof.ts";
import type { AuthServices } from "./start-session.ts";

/** Tries count per session, so that a stolen one cannot keep the person from giving the password in another. */
export const TRIES_PER_SESSION: RateLimit = { count: 10, windowSeconds: 15 * 60 };

type Services = AuthServices & { rateLimit: boolean };
type Tried = { password: string; field: string };

/** Returns the account as it was when its password matched. Throws wrong_password at the field, rate_limited. */
export async function verifyOwnPassword(
  services: Services,
  { caller, password, field }: Tried & { caller: Caller },
): Promise<UserRow> {
  const user = await findUser(services.database.read, caller.id);
  if (!user) throw new AppError("not_signed_in", "Please sign in.");
  await verifyPasswordOf(services, { user, password, field, key: `proof ${caller.sessionId}` });
  return user;
}

/** Throws wrong_password at the field, rate_limited. */
export async function verifyPasswordOf(
  { database, clock, rateLimit }: Services,
  { user, password, field, key }: Tried & { user: UserRow; key: string },
): Promise<void> {
  // The try counts before the password is verified, so that a hundred parallel tries count as a hundred.
  if (rateLimit)
    await database.transaction((trx) => consumeRateLimit(trx, { key, limit: TRIES_PER_SESSION, now: clock.now() }));
  if (!(await verifyPassword(password, user.password_hash))) throw wrongPassword(field);
  if (rateLimit) await database.transaction((trx) => refundRateLimit(trx, key));
}

export function proofRoutes(services: Services) {
  const { database, clock } = services;
  return endpoints({ access: "account", clock }, (api) => {
    api.post("/proof", {
      summary: "Prove with the password that it is you, before a change that asks for it",
      body: z.object({ password: ownPasswordSchema }),
      message: "Thank you. Please go on.",
      handle: async ({ body: { password }, caller }) => {
        await verifyOwnPassword(services, { caller, password, field: "password" });
        await database.transaction((trx) => recordProof(trx, caller, clock.now()));
      },
    });
  });
}

export function wrongPassword(field: string): AppError {
  const message = "The password is not right.";
  return new SignInError("wrong_password", message, { fields: { [field]: message } });
}
