import type { GivenFactor, PasskeyRequest } from "#accounts/users/second-factor.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import { AppError } from "#platform/errors.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { recordProof } from "../sign-in/fresh-proof.ts";
import type { AuthServices } from "../sign-in/start-session.ts";
import { countTry, insertChallenge, takeChallenge } from "./challenges.ts";
import { requestOptions } from "./passkeys.ts";
import { listPasskeys, lockUser } from "./store.ts";
import { checkFactor } from "./verify.ts";

const KIND = "proof";

/** The challenge also counts the tries of codes. */
export async function beginProof(
  { database, clock, relyingParty }: AuthServices,
  { id, sessionId }: Caller,
): Promise<Omit<PasskeyRequest, "success">> {
  const now = clock.now();
  const challenge = await database.transaction((trx) =>
    insertChallenge(trx, { kind: KIND, userId: id, sessionId, now }),
  );
  const passkeys = (await listPasskeys(database.read, id)).filter(({ rp_id }) => rp_id === relyingParty.id);
  const options = await requestOptions(relyingParty, { challenge, passkeys, isAlone: false });
  return { challenge, passkey: { ...options } };
}

/** Throws factor_refused, rate_limited. */
export async function proveByFactor(
  services: AuthServices,
  { caller, challenge, given }: { caller: Caller; challenge: string; given: GivenFactor },
): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const { session_id } = await database.transaction((trx) => countTry(trx, { token: challenge, kind: KIND, now }));
  try {
    if (session_id !== caller.sessionId) throw new SignInError("factor_refused", "Please begin again.");
    const use = await checkFactor(services, { user: caller, given, challenge, now });
    await database.transaction(async (trx) => {
      const user = await lockUser(trx, caller.id);
      await takeChallenge(trx, { token: challenge, kind: KIND });
      if (!user) throw new AppError("not_signed_in", "Please sign in.");
      await use(trx, user);
      await recordProof(trx, caller, now);
    });
  } catch (error) {
    // 401 would make the page refresh its tokens.
    if (error instanceof AppError && error.code === ("second_factor_wrong" as string))
      throw new SignInError("factor_refused", error.message, error.details);
    throw error;
  }
}
