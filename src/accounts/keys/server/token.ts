import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

export const KEY_PREFIX = "porchlight_";
const RANDOM_BYTES = 32;
const CHECKSUM_LENGTH = 6;
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORM = /^porchlight_[\w-]{43}[\dA-Za-z]{6}$/;
const SHOWN_LENGTH = 4;

/** Prefix and checksum let a scanner of leaked secrets recognise a key offline. */
export function newToken(): string {
  const body = `${KEY_PREFIX}${randomBytes(RANDOM_BYTES).toString("base64url")}`;
  return body + checksumOf(body);
}

export function isToken(text: string): boolean {
  return FORM.test(text) && checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

export function lastFourOf(token: string): string {
  return token.slice(-CHECKSUM_LENGTH - SHOWN_LENGTH, -CHECKSUM_LENGTH);
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = "";
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
