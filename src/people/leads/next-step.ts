import * as z from "zod/mini";
import { isDay } from "#platform/dates.ts";
import { lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

const MAX_WHAT_LENGTH = 200;
const DAY = "Please choose a day";

const stepShape = {
  what: lineSchema(MAX_WHAT_LENGTH, "Please say what is to be done"),
  dueDay: z.string(DAY).check(z.refine(isDay, DAY)),
  assigneeId: z.optional(z.string("Please choose a person").check(z.maxLength(40, "Please choose a person"))),
};

export const newStepSchema = z.object(stepShape);
export type NewStep = z.infer<typeof newStepSchema>;

export const stepChangeSchema = z
  .object({
    ...z.partial(newStepSchema).shape,
    done: z.optional(z.literal(true)),
    next: z.optional(newStepSchema),
    version: versionSchema,
  })
  .check(
    z.refine(({ done, next }) => done || !next, {
      error: "The next step can be said only when this one is done",
      path: ["next"],
    }),
  );
export type StepChange = z.infer<typeof stepChangeSchema>;

export const nextStepSchema = z.object({
  _id: z.string(),
  leadId: z.string(),
  what: z.string(),
  dueDay: z.string(),
  assigneeId: z.optional(z.string()),
  ended: z.optional(z.object({ at: z.string(), by: z.string(), how: z.enum(["done", "dropped"]) })),
  version: z.number(),
});

export type NextStep = z.infer<typeof nextStepSchema>;
