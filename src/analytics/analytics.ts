// What the numbers say: rates for the analytics page, and the shape of the charts.
import * as z from "zod/mini";
import { tracelessLineSchema } from "#platform/history.ts";

export const CHARTED_WEEKS = 26;

/** How many weeks the page looks back for first contacts. */
export const FIRST_CONTACT_WEEKS = 12;

const shareSchema = z.object({ label: z.string(), count: z.number() });

export const chartsSchema = z.object({
  success: z.literal(true),
  timeZone: z.string(),
  /** Monday-to-Sunday weeks of the company's time zone by their first day, oldest first; the last one is not over yet. */
  weeks: z.array(z.object({ from: z.string(), count: z.number() })),
  /** Of the bookings made in these weeks. Most frequent first. */
  sources: z.array(shareSchema),
  situations: z.array(shareSchema),
});

export type Charts = z.infer<typeof chartsSchema>;
export type Share = z.infer<typeof shareSchema>;

const firstContactsSchema = z.object({
  /** Who booked or wrote in that week. */
  total: z.number(),
  /** How many of them have had a first contact by now. */
  contacted: z.number(),
  /** Business minutes to it, of those; null where there was none. */
  median: z.nullable(z.number()),
});

export const firstContactWeeksSchema = z.object({
  success: z.literal(true),
  timeZone: z.string(),
  /** As in the charts: by the week in which they booked or wrote. */
  weeks: z.array(z.object({ from: z.string(), bookings: firstContactsSchema, messages: firstContactsSchema })),
});

export type FirstContacts = z.infer<typeof firstContactsSchema>;
export type FirstContactWeeks = z.infer<typeof firstContactWeeksSchema>;

export const activitySchema = z.object({ success: z.literal(true), activity: z.array(tracelessLineSchema) });

export type Activity = z.infer<typeof activitySchema>;

/** Whole percent; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

/** Exact, from how often each number of minutes occurs; null stands for those without a first contact. */
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
