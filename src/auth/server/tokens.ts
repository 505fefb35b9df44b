import { createHash, createHmac, randomBytes } from "node:crypto";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { deriveKey } from "#platform/server/derive-key.ts";
import { isId } from "#platform/server/ids.ts";

const ALGORITHM = "HS256";
const ACCESS_TYPE = "at+jwt";
const RANDOM_BYTES = 32;

export type Tokens = {
  accessToken: (holder: { userId: string; sessionId: string }, now: Date) => Promise<string>;
  /** The sign-in an access token belongs to; undefined for anything that is not a good access token of ours. */
  readAccessToken: (token: string, now: Date) => Promise<string | undefined>;
  firstRefreshToken: (sessionId: string) => string;
  /** Always the same for the same token and salt, so that whoever asks twice can be given the same answer. */
  nextRefreshToken: (token: string, salt: string) => string;
};

/** Two keys from one secret, so that neither kind of token can pass for the other. */
export function createTokens(secret: string, accessTokenSeconds: number): Tokens {
  const accessKey = deriveKey(secret, "access token");
  const refreshKey = deriveKey(secret, "refresh token");
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
      try {
        const { payload } = await jwtVerify(token, accessKey, {
          algorithms: [ALGORITHM],
          typ: ACCESS_TYPE,
          requiredClaims: ["exp", "sub", "sid"],
          currentDate: now,
        });
        return typeof payload.sid === "string" ? payload.sid : undefined;
      } catch {
        // Whatever is wrong with a token, whoever shows it is not signed in.
        return undefined;
      }
    },
    firstRefreshToken: (sessionId) => `${sessionId}.${randomBytes(RANDOM_BYTES).toString("base64url")}`,
    nextRefreshToken: (token, salt) =>
      `${token.split(".", 1)[0]}.${createHmac("sha256", refreshKey).update(`${token} ${salt}`).digest("base64url")}`,
  };
}

/** The sign-in a refresh token names; undefined for what is no refresh token. */
export function sessionIdOf(refreshToken: string): string | undefined {
  const [id = "", , ...more] = refreshToken.split(".");
  return isId(id) && more.length === 0 ? id : undefined;
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

export function newSalt(): string {
  return randomBytes(RANDOM_BYTES).toString("base64url");
}
