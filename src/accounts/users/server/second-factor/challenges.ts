// A challenge is 32 random bytes, valid once, for five tries and ten minutes.
import { randomBytes } from "node:crypto";
import { MAX_TRIES } from "#accounts/users/second-factor.ts";
import { SignInError } from "#accounts/users/sign-in-errors.ts";
import type { AppError } from "#platform/errors.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import type { SignInChallengesTable } from "./table.ts";

type Kind = SignInChallengesTable["kind"];

const BYTES = 32;
const LIFETIME_MS = 10 * 60_000;
/** The clocks of two servers may differ by this. A challenge from further in the future is invalid. */
const MAX_SKEW_MS = 60_000;

type NewChallenge = { kind: Kind; userId?: string; sessionId?: string; now: Date };

export async function insertChallenge(trx: Db, { kind, userId, sessionId, now }: NewChallenge): Promise<string> {
  const token = randomBytes(BYTES).toString("base64url");
  await trx.deleteFrom("sign_in_challenges").where("expires_at", "<=", now.toISOString()).execute();
  await trx
    .insertInto("sign_in_challenges")
    .values({
      token_hash: hashToken(token),
      kind,
      user_id: userId ?? null,
      session_id: sessionId ?? null,
      tries: 0,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + LIFETIME_MS).toISOString(),
    })
    .execute();
  return token;
}

type Shown = { token: string; kind: Kind; now: Date };

/** The count has a transaction of its own before the verification, so that a hundred parallel tries count as a hundred. */
export async function countTry(trx: Db, shown: Shown): Promise<SignInChallengesTable> {
  const challenge = await trx
    .updateTable("sign_in_challenges")
    .set((is) => ({ tries: is("tries", "+", 1) }))
    .where("token_hash", "=", hashToken(shown.token))
    .where("kind", "=", shown.kind)
    .where("tries", "<", MAX_TRIES)
    .where("expires_at", ">", shown.now.toISOString())
    .where("created_at", "<=", new Date(shown.now.getTime() + MAX_SKEW_MS).toISOString())
    .returningAll()
    .executeTakeFirst();
  if (!challenge) throw challengeEnded(shown.kind);
  return challenge;
}

/** Of two uses at the same time only one returns. */
export async function takeChallenge(trx: Db, { token, kind }: Omit<Shown, "now">): Promise<void> {
  const taken = await trx
    .deleteFrom("sign_in_challenges")
    .where("token_hash", "=", hashToken(token))
    .where("kind", "=", kind)
    .returning("token_hash")
    .executeTakeFirst();
  if (!taken) throw challengeEnded(kind);
}

/** A signed-in person gets 409, because a page answers 401 with a refresh. */
function challengeEnded(kind: Kind): AppError {
  const isSigningIn = kind === "sign-in" || kind === "passkey-sign-in";
  return isSigningIn
    ? new SignInError("challenge_ended", "This took too long or too many tries. Please sign in again.")
    : new SignInError("factor_refused", "This took too long or too many tries. Please begin again.");
}
