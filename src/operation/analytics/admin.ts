import * as z from "zod/mini";
import { firstContactsSchema, takenSchema } from "#people/leads/speed.ts";
import { orphanEntrySchema } from "#platform/audit-log.ts";
import { answerOf } from "#platform/shapes.ts";

const shareSchema = z.object({ label: z.string(), count: z.number() });

export const chartsSchema = answerOf({
  timeZone: z.string(),
  /** Weeks run from Monday to Sunday in the company's time zone, oldest first. The last one is incomplete. */
  weeks: z.array(z.object({ from: z.string(), count: z.number() })),
  sources: z.array(shareSchema),
  situations: z.array(shareSchema),
});

export type ChartFigures = z.infer<typeof chartsSchema>;
export type Share = z.infer<typeof shareSchema>;

export const firstContactWeeksSchema = answerOf({
  timeZone: z.string(),
  weeks: z.array(
    z.object({
      from: z.string(),
      bookings: firstContactsSchema,
      messages: firstContactsSchema,
      /** Of callers whom nobody reached at once. */
      calls: firstContactsSchema,
      /** By name. */
      people: z.array(takenSchema),
    }),
  ),
});

export type FirstContactWeeks = z.infer<typeof firstContactWeeksSchema>;

export const activitySchema = answerOf({ activity: z.array(orphanEntrySchema) });
