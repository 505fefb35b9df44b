import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

/** Ranges include the day `to`. */
export const closuresSchema = answerOf({
  closures: z.array(z.object({ from: z.string(), to: z.string() })),
});

export type ClosuresAnswer = z.infer<typeof closuresSchema>;
