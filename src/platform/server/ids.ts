import { randomFillSync } from "node:crypto";

// Crockford's base 32 lacks letters that people misread or that form words.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

// A call for random bytes costs the same for few as for many.
const pool = Buffer.alloc(LENGTH * 128);
let used = pool.length;

/** The id has 130 random bits and no information about time or other ids. */
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
