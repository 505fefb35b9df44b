import { randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "#accounts/users/second-factor.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 5 bits each: 120 bits cannot be guessed, so that a fast hash protects them. */
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

/** Without gaps, as they are hashed. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join(""),
  );
}

/** As they are shown. */
export function inGroups(code: string): string {
  return code.replace(GROUP, "$&-");
}
