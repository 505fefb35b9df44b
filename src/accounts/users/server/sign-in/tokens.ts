import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { isId } from "#platform/server/ids.ts";
import { deriveKey } from "#platform/server/links/derive-key.ts";
import { hashToken } from "#platform/server/links/hashed-links.ts";
import type { SessionsTable } from "../table.ts";

const ALGORITHM = "HS256";
const ACCESS_TYPE = "at+jwt";
const RANDOM_BYTES = 32;
const SEAL_LENGTH = 43;
const MAX_REMEMBERED = 1_000;

export type Tokens = {
  accessToken: (holder: { userId: string; sessionId: string }, now: Date) => Promise<string>;
  /** Returns undefined for anything but a valid access token. */
  readAccessToken: (token: string, now: Date) => Promise<string | undefined>;
  firstRefreshToken: (sessionId: string) => string;
  /** The token is deterministic, so that a repeated refresh gets the same answer. */
  nextRefreshToken: (token: string, salt: string) => string;
  /** The session's id is no secret and does not make a token valid. */
  isTokenOf: (session: SessionsTable, token: string) => boolean;
};

/** Each kind of token has its own key, so that neither can pass for the other. */
export function createTokens(secret: string, accessTokenSeconds: number): Tokens {
  const accessKey = deriveKey(secret, "access token");
  const refreshKey = deriveKey(secret, "refresh token");
  const sealKey = deriveKey(secret, "seal of refresh tokens");
  // The seal distinguishes a replaced token from an invented one, because only the last two hashes are stored.
  const seal = (token: string) => token + createHmac("sha256", sealKey).update(token).digest("base64url");
  // Verifying a signature takes as long as reading the account, so verified tokens are remembered until they end.
  const remembered = new Map<string, { sessionId: string; endsAt: number }>();
  return {
    accessToken: ({ userId, sessionId }, now) => {
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: ACCESS_TYPE })
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accessTokenSeconds)
        .sign(accessKey);
    },
    readAccessToken: async (token, now) => {
      const hash = hashToken(token);
      const known = remembered.get(hash);
      if (known && now.getTime() < known.endsAt) return known.sessionId;
      remembered.delete(hash);
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: [ALGORITHM],
          typ: ACCESS_TYPE,
          requiredClaims: ["exp", "sub", "sid"],
          currentDate: now,
        });
        const { sid, exp = 0 } = payload;
        if (typeof sid !== "string") return undefined;
        remembered.set(hash, { sessionId: sid, endsAt: exp * 1000 });
        const oldest = remembered.size > MAX_REMEMBERED && remembered.keys().next().value;
        if (oldest) remembered.delete(oldest);
        return sid;
      } catch {
        return undefined;
      }
    },
    firstRefreshToken: (sessionId) => seal(`${sessionId}.${randomBytes(RANDOM_BYTES).toString("base64url")}`),
    nextRefreshToken: (token, salt) =>
      seal(
        `${token.split(".", 1)[0]}.${createHmac("sha256", refreshKey).update(`${token} ${salt}`).digest("base64url")}`,
      ),
    isTokenOf: (session, token) =>
      sessionIdOf(token) === session.id &&
      // Tokens of an earlier release or secret have no such seal, so the last two are also compared by hash.
      (areEqual(seal(token.slice(0, -SEAL_LENGTH)), token) ||
        [session.token_hash, session.previous_hash].some((hash) => areEqual(hash ?? "", hashToken(token)))),
  };
}

export function sessionIdOf(refreshToken: string): string | undefined {
  const [id = "", , ...more] = refreshToken.split(".");
  return isId(id) && more.length === 0 ? id : undefined;
}

function areEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function newSalt(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}
