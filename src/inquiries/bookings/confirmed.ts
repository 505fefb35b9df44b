// What the confirmation page reads. A file of its own, because the booking page has no byte to spare.
import * as z from "zod/mini";
import { promiseSchema } from "#inquiries/roster/promised.ts";
import { answerOf } from "#platform/shapes.ts";
import { publicBookingSchema } from "./booking.ts";

export const publicBookingAnswerSchema = answerOf({
  booking: publicBookingSchema,
  /** Who calls by when, that it is late, or the hours of the phone. */
  calls: z.optional(z.string()),
  /** Until they are called. */
  promise: z.optional(promiseSchema),
});

export type PublicBookingAnswer = z.infer<typeof publicBookingAnswerSchema>;
