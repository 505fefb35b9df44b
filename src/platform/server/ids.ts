import { randomBytes } from "node:crypto";

// Without the letters that people misread or that make words (Crockford's base 32, lower case).
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

/** A new id: 130 random bits, nothing of the time or of other ids in it. */
export function newId(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte & 31]).join("");
}

export function isId(text: string): boolean {
  return text.length === LENGTH && /^[0-9a-hjkmnp-tv-z]+$/.test(text);
}
