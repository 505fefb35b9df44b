// A check takes time and counts tries, so it precedes the transaction; the use is inside it, so that nothing counts twice.
import type { Assertion, GivenFactor } from "#accounts/users/second-factor.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import { consumeRateLimit, type RateLimit, refundRateLimit } from "#platform/server/rate-limits.ts";
import { enqueueAccountNotice } from "../links/account-mail.ts";
import { recordOwnChange } from "../own-changes.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import type { UserRow } from "../table.ts";
import { verifyAssertion } from "./passkeys.ts";
import { findPasskey, findTotpSecret, takeRecoveryCode, takeTotpStep, usePasskey } from "./store.ts";
import { totpStepOf } from "./totp.ts";

/** Three of a million codes are valid at a time. RATE_LIMIT=off does not lift this limit. */
export const WRONG_CODES_PER_ACCOUNT: RateLimit = { count: 30, windowSeconds: 3600 };
const WRONG_CODE = "This code is not right. Please enter the one that the app shows now.";
const USED_CODE = "This code was used already. Please wait for the next one.";

/** Throws second_factor_wrong if it was used before, or since it was checked. */
export type UseFactor = (trx: Db, user: UserRow) => Promise<void>;

type Check = {
  user: Pick<UserRow, "id">;
  given: GivenFactor;
  challenge: string;
  /** A passkey alone has to verify the person by a finger or a PIN. */
  isAlone?: boolean;
  now: Date;
};

/** Throws second_factor_wrong, and rate_limited for codes of an app alone. */
export async function checkFactor(services: AuthServices, check: Check): Promise<UseFactor> {
  const { given, now } = check;
  const { code, passkey, recoveryCode } = given;
  if (code !== undefined) return checkCode(services, { ...check, code });
  if (passkey !== undefined) return checkPasskey(services, { ...check, assertion: passkey });
  return async (trx, user) => {
    if (!recoveryCode || !(await takeRecoveryCode(trx, { userId: user.id, code: recoveryCode, now })))
      throw wrongFactor("recoveryCode", "This recovery code is not right, or it was used already.");
    const removals = [{ kind: "recovery-code", subject: hashToken(recoveryCode) }] as const;
    await recordOwnChange(trx, { user, action: "recovery_code", removals, now });
    await enqueueAccountNotice(trx, { user, what: "recovery-code-used", now });
  };
}

async function checkCode(
  { database }: AuthServices,
  { user, code, now }: Check & { code: string },
): Promise<UseFactor> {
  const key = wrongCodesKey(user.id);
  await database.transaction((trx) => countCode(trx, key, now));
  const known = await findTotpSecret(database.read, user.id);
  const step = known?.confirmed_at ? totpStepOf(known.secret, { code, now }) : undefined;
  if (!known || step === undefined) throw wrongFactor("code", WRONG_CODE);
  return async (trx, { id }) => {
    if (!(await takeTotpStep(trx, { userId: id, secret: known.secret, step, now })))
      throw wrongFactor("code", USED_CODE);
    await refundRateLimit(trx, key);
  };
}

/** The try counts before the code is checked, so that a hundred parallel tries count as a hundred. */
async function countCode(trx: Db, key: string, now: Date): Promise<void> {
  try {
    await consumeRateLimit(trx, { key, limit: WRONG_CODES_PER_ACCOUNT, now });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = "Too many wrong codes. Use a passkey or a recovery code, or wait up to an hour.";
    throw new AppError("rate_limited", message, { ...error.details, fields: { code: message } });
  }
}

async function checkPasskey(
  services: AuthServices,
  { user, assertion, challenge, isAlone = false, now }: Check & { assertion: Assertion },
): Promise<UseFactor> {
  const passkey = await findPasskey(services.database.read, assertion.id);
  const isOwn = passkey?.user_id === user.id;
  const party = services.relyingParty;
  const counter = isOwn ? await verifyAssertion(party, { challenge, passkey, assertion, isAlone }) : undefined;
  if (!passkey || counter === undefined) throw wrongFactor();
  return async (trx) => {
    if (!(await usePasskey(trx, { id: passkey.id, counter, now }))) throw wrongFactor();
  };
}

function wrongCodesKey(userId: string): string {
  return `code of an app ${userId}`;
}

export function wrongFactor(field?: "code" | "recoveryCode", message = "This did not prove who you are."): AppError {
  return new SignInError("second_factor_wrong", message, field ? { fields: { [field]: message } } : {});
}
