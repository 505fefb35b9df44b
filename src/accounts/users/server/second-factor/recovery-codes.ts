import { randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "#accounts/users/second-factor.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const LENGTH = 24;
const GROUP = /.{4}(?=.)/g;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte & 31)).join(""),
  );
}

export function inGroups(code: string): string {
  return code.replace(GROUP, "$&-");
}
