import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

export const effectsSchema = answerOf({
  /** Meetings are sorted by time, soonest first. */
  meetings: z.object({
    total: z.number(),
    first: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        meetingDate: z.string(),
        meetingTime: z.string(),
        why: z.string(),
      }),
    ),
  }),
  /** The day is null if the retention does not become shorter. */
  leads: z.object({ count: z.number(), from: z.nullable(z.string()) }),
});

export type Effects = z.infer<typeof effectsSchema>;
