import * as z from "zod/mini";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema } from "#platform/text.ts";
import { STAGES } from "./lead.ts";

export const TRY_CHANNELS = { call: "Call", text: "Text message", email: "E-mail", "in-person": "In person" } as const;
export type TryChannel = keyof typeof TRY_CHANNELS;

export const TRY_OUTCOMES = {
  reached: "Reached",
  "left-message": "Left a message",
  "wrong-number": "Wrong number",
} as const;
export type TryOutcome = keyof typeof TRY_OUTCOMES;

export const MAX_TRY_WORDS_LENGTH = 1_000;

export const newTrySchema = z.object({
  channel: z.enum(Object.keys(TRY_CHANNELS) as [TryChannel, ...TryChannel[]], "Please choose how"),
  outcome: z.enum(Object.keys(TRY_OUTCOMES) as [TryOutcome, ...TryOutcome[]], "Please choose what came of it"),
  words: z.optional(freeTextSchema(MAX_TRY_WORDS_LENGTH)),
});

export type NewTry = z.infer<typeof newTrySchema>;

export const contactTrySchema = z.extend(newTrySchema, {
  _id: z.string(),
  leadId: z.string(),
  by: z.string(),
  at: z.string(),
});

export type ContactTry = z.infer<typeof contactTrySchema>;

export const triesSchema = answerOf({
  lead: z.object({ _id: z.string(), stage: z.enum(STAGES), tries: z.number() }),
  tries: z.array(contactTrySchema),
});

export type Tries = z.infer<typeof triesSchema>;

export const triedSchema = z.extend(triesSchema, { message: z.string() });

export type Tried = z.infer<typeof triedSchema>;
