import type { FirstContacts } from "./admin.ts";

export const CHARTED_WEEKS = 26;

export const FIRST_CONTACT_WEEKS = 12;

export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

export function summarizeFirstContacts(counts: readonly { minutes: number | null; count: number }[]): FirstContacts {
  const contacted = counts.flatMap(({ minutes, count }) => (minutes === null ? [] : [{ minutes, count }]));
  const sorted = contacted.sort((a, b) => a.minutes - b.minutes);
  const size = sum(sorted);
  const nth = (rank: number) => {
    let passed = 0;
    for (const { minutes, count } of sorted) {
      passed += count;
      if (passed > rank) return minutes;
    }
    return 0;
  };
  const median = size === 0 ? null : (nth(Math.floor((size - 1) / 2)) + nth(Math.floor(size / 2))) / 2;
  return { total: sum(counts), contacted: size, median };
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
