import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

const dayAvailabilitySchema = z.object({
  date: z.string(),
  state: z.enum(["open", "full", "closed", "past"]),
  available: z.number(),
  reason: z.optional(z.string()),
});

export type DayAvailability = z.infer<typeof dayAvailabilitySchema>;

export const openDaysSchema = answerOf({
  timeZone: z.string(),
  /** True if some types of meeting have more times than others. */
  dependsOnMeetingType: z.boolean(),
  days: z.array(dayAvailabilitySchema),
});

export type OpenDays = z.infer<typeof openDaysSchema>;

export const openSlotsSchema = answerOf({
  date: z.string(),
  timeZone: z.string(),
  slots: z.array(z.string()),
  closed: z.optional(z.object({ reason: z.string() })),
});

export type OpenSlots = z.infer<typeof openSlotsSchema>;
