// What the numbers say: rates for the analytics page, and the shape of the charts.
import * as z from "zod/mini";
import { tracelessLineSchema } from "#platform/history.ts";

export const CHARTED_WEEKS = 26;

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

export const activitySchema = z.object({ success: z.literal(true), activity: z.array(tracelessLineSchema) });

export type Activity = z.infer<typeof activitySchema>;

/** Whole percent; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}
