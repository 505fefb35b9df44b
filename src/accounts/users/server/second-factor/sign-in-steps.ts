import type { SignedIn } from "#accounts/users/credentials.ts";
import type { FactorMethod, PasskeyRequest, PasskeySignIn, SecondStep } from "#accounts/users/second-factor.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import type { AppError } from "#platform/errors.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { accountInactive, openSession } from "../sign-in/open-session.ts";
import { type AuthServices, newSession, toSignedIn } from "../sign-in/start-session.ts";
import type { UserRow } from "../table.ts";
import type { Visit } from "../visits/visit.ts";
import { countTry, insertChallenge, takeChallenge } from "./challenges.ts";
import { requestOptions } from "./passkeys.ts";
import { countRecoveryCodes, findPasskey, findTotpSecret, listPasskeys, lockUser } from "./store.ts";
import { checkFactor, type UseFactor, wrongFactor } from "./verify.ts";

export const PASSKEYS_PER_ADDRESS: RateLimit = { count: 120, windowSeconds: 600 };

type Step<Input> = {
  input: Input;
  visit: Visit;
  onFound: (userId: string) => void;
};

export async function secondFactorRequired(
  { database, relyingParty }: AuthServices,
  { user, challenge }: { user: UserRow; challenge: string },
): Promise<AppError> {
  const [app, passkeys, { left }] = await Promise.all([
    findTotpSecret(database.read, user.id),
    listPasskeys(database.read, user.id),
    countRecoveryCodes(database.read, user.id),
  ]);
  const usable = passkeys.filter(({ rp_id }) => rp_id === relyingParty.id);
  const has: Record<FactorMethod, boolean> = {
    passkey: usable.length > 0,
    code: typeof app?.confirmed_at === "string",
    recoveryCode: left > 0,
  };
  const methods = (Object.keys(has) as FactorMethod[]).filter((method) => has[method]);
  const passkey =
    usable.length > 0 ? await requestOptions(relyingParty, { challenge, passkeys: usable, isAlone: false }) : undefined;
  return new SignInError("second_factor_required", "Please confirm that it is you with your second factor.", {
    body: { challenge, methods, ...(passkey && { passkey }) },
  });
}

/** Throws challenge_ended, second_factor_wrong, rate_limited, account_inactive. */
export async function secondStep(
  services: AuthServices,
  { input, visit, onFound }: Step<SecondStep>,
): Promise<SignedIn> {
  const { challenge, ...given } = input;
  const now = services.clock.now();
  const kind = "sign-in";
  const { user_id } = await services.database.transaction((trx) => countTry(trx, { token: challenge, kind, now }));
  if (user_id === null) throw wrongFactor();
  onFound(user_id);
  const use = await checkFactor(services, { user: { id: user_id }, given, challenge, now });
  return finish(services, { userId: user_id, challenge, kind, use, visit });
}

export async function beginPasskeySignIn(
  { database, clock, relyingParty }: AuthServices,
  limitKey: string | undefined,
): Promise<Omit<PasskeyRequest, "success">> {
  const now = clock.now();
  const challenge = await database.transaction(async (trx) => {
    if (limitKey) await consumeRateLimit(trx, { key: `passkey ${limitKey}`, limit: PASSKEYS_PER_ADDRESS, now });
    return insertChallenge(trx, { kind: "passkey-sign-in", now });
  });
  const options = await requestOptions(relyingParty, { challenge, passkeys: [], isAlone: true });
  return { challenge, passkey: { ...options } };
}

/** Throws challenge_ended, second_factor_wrong, account_inactive. */
export async function passkeySignIn(
  services: AuthServices,
  { input, visit, onFound }: Step<PasskeySignIn>,
): Promise<SignedIn> {
  const { challenge, passkey } = input;
  const now = services.clock.now();
  const kind = "passkey-sign-in";
  await services.database.transaction((trx) => countTry(trx, { token: challenge, kind, now }));
  const known = await findPasskey(services.database.read, passkey.id);
  if (!known) throw wrongFactor();
  onFound(known.user_id);
  const user = { id: known.user_id };
  const use = await checkFactor(services, { user, given: { passkey }, challenge, isAlone: true, now });
  return finish(services, { userId: user.id, challenge, kind, use, visit });
}

async function finish(
  { database, tokens, clock }: AuthServices,
  {
    userId,
    challenge,
    kind,
    use,
    visit,
  }: {
    userId: string;
    challenge: string;
    kind: "sign-in" | "passkey-sign-in";
    use: UseFactor;
    visit: Visit;
  },
): Promise<SignedIn> {
  const now = clock.now();
  const session = newSession(tokens);
  const opened = await database.transaction(async (trx) => {
    // The account is locked first, because a new password changes it before it deletes the challenge.
    const user = await lockUser(trx, userId);
    await takeChallenge(trx, { token: challenge, kind });
    if (!user) throw wrongFactor();
    await use(trx, user);
    if (user.deactivated_at !== null) throw accountInactive();
    return openSession(trx, { session, user, visit, now });
  });
  return toSignedIn(tokens, { session, now, ...opened });
}
