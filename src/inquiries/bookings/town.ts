import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";

const townSchema = z.object({ city: z.string(), state: z.string() });

export type Town = z.infer<typeof townSchema>;

/** The state may be one that the form does not offer. An unknown ZIP code has no town. */
export const townAnswerSchema = answerOf({ town: z.optional(townSchema) });

export type TownAnswer = z.infer<typeof townAnswerSchema>;
