import { randomFillSync } from "node:crypto";

// Without the letters that people misread or that make words (Crockford's base 32, lower case).
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

// Filled for some hundred ids at once: asking for random bytes costs the same for few as for many.
const pool = Buffer.alloc(LENGTH * 128);
let used = pool.length;

/** A new id: 130 random bits, nothing of the time or of other ids in it. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = "";
  for (const end = used + LENGTH; used < end; used++) id += ALPHABET.charAt((pool[used] ?? 0) & 31);
  return id;
}

export function isId(text: string): boolean {
  return text.length === LENGTH && /^[0-9a-hjkmnp-tv-z]+$/.test(text);
}
