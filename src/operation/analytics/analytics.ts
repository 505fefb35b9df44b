export const CHARTED_WEEKS = 26;

export const FIRST_CONTACT_WEEKS = 12;

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}
