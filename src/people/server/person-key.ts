import { createHmac } from "node:crypto";
import { emailKey } from "#platform/email.ts";
import { deriveKey } from "#platform/server/derive-key.ts";

/** Names a person in the audit log and in answered requests: equal for all spellings of one address, which it does not reveal. */
export type PersonKeyOf = (email: string) => string;

export function createPersonKeys(secret: string): PersonKeyOf {
  const key = deriveKey(secret, "person");
  return (email) => createHmac("sha256", key).update(emailKey(email)).digest("base64url");
}
