// What the API answers about counts and rates.
import * as z from "zod/mini";
import { orphanEntrySchema } from "#platform/audit-log.ts";

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

export const activitySchema = z.object({ success: z.literal(true), activity: z.array(orphanEntrySchema) });

export type Activity = z.infer<typeof activitySchema>;
