import * as z from "zod/mini";
import { formatDay, formatTime, isDay, isTime, minutesOf } from "#platform/dates.ts";
import { lineSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export const MAX_WHAT_LENGTH = 200;
const DAY = "Please choose a day";
const TIME = "Please choose a time";

const stepShape = {
  what: lineSchema(MAX_WHAT_LENGTH, "Please say what is to be done"),
  dueDay: z.string(DAY).check(z.refine(isDay, DAY)),
  /** HH:mm on the company's clock. Empty: any time of the day. */
  dueTime: z.optional(z.string(TIME).check(z.refine((time) => time === "" || isTime(time), TIME))),
  assigneeId: z.optional(z.string("Please choose a person").check(z.maxLength(40, "Please choose a person"))),
};

export const sleepUntilSchema = z.string(DAY).check(z.refine(isDay, DAY));

/** A missing day: until there is a sign of life. */
export const sleepSchema = z.object({ until: z.optional(sleepUntilSchema), version: versionSchema });

export type Sleep = z.infer<typeof sleepSchema>;

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
  dueTime: z.optional(z.string()),
  assigneeId: z.optional(z.string()),
  ended: z.optional(z.object({ at: z.string(), by: z.string(), how: z.enum(["done", "dropped"]) })),
  version: z.number(),
});

export type NextStep = z.infer<typeof nextStepSchema>;

type Due = Pick<NextStep, "dueDay" | "dueTime">;

/** "Nov 25, 2026" or "Nov 25, 2026, 5:30 PM". */
export function formatDue({ dueDay, dueTime }: Due, style: Parameters<typeof formatDay>[1]): string {
  return dueTime ? `${formatDay(dueDay, style)}, ${formatTime(dueTime)}` : formatDay(dueDay, style);
}

/** A step without a time is overdue when its day is over. `minutes` are those since midnight. */
export function isStepOverdue({ dueDay, dueTime }: Due, { day, minutes }: { day: string; minutes: number }): boolean {
  return dueDay < day || (dueDay === day && Boolean(dueTime) && minutesOf(dueTime ?? "") < minutes);
}
