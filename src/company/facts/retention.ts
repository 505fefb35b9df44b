/** A shorter retention takes effect this long after it was published, so that a slip of the finger erases nothing. */
export const RETENTION_NOTICE_MS = 7 * 24 * 60 * 60_000;

/** Days; null is for ever. */
export function isLonger(one: number | null, other: number | null): boolean {
  return other !== null && (one === null || one > other);
}
