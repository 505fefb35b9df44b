import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH = 26;
/** Enough milliseconds for a thousand years. */
const TIME_LENGTH = 9;

const pool = Buffer.alloc(LENGTH * 128);
let used = pool.length;

/** The id has 130 random bits and no information about time or other ids. */
export function newId(): string {
  return randomText(LENGTH);
}

/**
 * Begins with the time, so that rows made together lie together in each index, which makes a commit much smaller. Not for what a
 * link or a secret needs: it has 85 random bits.
 */
export function newRowId(): string {
  return timeOfId(Date.now()) + randomText(LENGTH - TIME_LENGTH);
}

export function timeOfId(ms: number): string {
  let time = "";
  for (let rest = ms; time.length < TIME_LENGTH; rest = Math.floor(rest / ALPHABET.length))
    time = ALPHABET.charAt(rest % ALPHABET.length) + time;
  return time;
}

function randomText(length: number): string {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = "";
  for (const end = used + length; used < end; used++) text += ALPHABET.charAt((pool[used] ?? 0) & 31);
  return text;
}

export function isId(text: string): boolean {
  return text.length === LENGTH && /^[0-9a-hjkmnp-tv-z]+$/.test(text);
}
