import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;

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
