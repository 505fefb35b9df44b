/** The delay protects leads from a retention that was published by mistake. */
export const RETENTION_NOTICE_MS = 7 * 24 * 60 * 60_000;

/** Values are days; null means for ever. */
export function isLonger(one: number | null, other: number | null): boolean {
  return other !== null && (one === null || one > other);
}
