import { createHash, createHmac } from "node:crypto";
import { PRIVACY_REQUEST_PATH } from "#people/privacy-request.ts";
import { deriveKey } from "#platform/server/derive-key.ts";

export type VerificationLinks = {
  tokenOf: (requestId: string) => string;
  urlOf: (requestId: string) => string;
};

/**
 * The token is made again when its mail is written, so that only its hash is stored: neither a copy of the database nor the
 * request's id reveals it.
 */
export function createVerificationLinks(secret: string, publicUrl: string): VerificationLinks {
  const key = deriveKey(secret, "privacy request");
  const tokenOf = (requestId: string) =>
    `${requestId}.${createHmac("sha256", key).update(requestId).digest("base64url")}`;
  return { tokenOf, urlOf: (requestId) => `${publicUrl}${PRIVACY_REQUEST_PATH}#${tokenOf(requestId)}` };
}

/** Unsalted and fast: 256 bits of a keyed hash cannot be guessed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
