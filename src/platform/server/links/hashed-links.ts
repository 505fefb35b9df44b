import { createHmac, hash } from "node:crypto";
import type { KeyOf } from "./derive-key.ts";

export type HashedLinks = {
  tokenOf: (recordId: string) => string;
  urlOf: (recordId: string) => string;
};

/**
 * The record stores only a hash, and the token is made again when the mail is written: neither a copy of the database
 * nor the record's id reveals it. Browsers do not send the part behind "#" to servers.
 */
export function createHashedLinks(keyOf: KeyOf, { purpose, page }: { purpose: string; page: string }): HashedLinks {
  const key = keyOf(purpose);
  const tokenOf = (recordId: string) => `${recordId}.${createHmac("sha256", key).update(recordId).digest("base64url")}`;
  return { tokenOf, urlOf: (recordId) => `${page}#${tokenOf(recordId)}` };
}

/** The hash is unsalted and fast, because 256 random or keyed bits cannot be guessed. */
export function hashToken(token: string): string {
  return hash("sha256", token, "base64url");
}
