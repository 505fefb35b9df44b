import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** What publishing the draft would do to meetings ahead and to what is kept of people. */
export const effectsSchema = answerOf({
  /** Meetings that a change of time zone or hours touches, soonest first. */
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
  /** Bookings and messages that a shorter retention erases, and from when; null if it is not shorter. */
  leads: z.object({ count: z.number(), from: z.nullable(z.string()) }),
});

export type Effects = z.infer<typeof effectsSchema>;
