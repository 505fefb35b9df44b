// What came of a try to reach a person, or what staff noted about a lead.
import * as z from "zod/mini";
import { CHANNELS } from "#people/permissions/channels.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import { type LostReason, STAGES } from "./lead.ts";
import { newStepSchema, nextStepSchema } from "./next-step.ts";

export const LOG_CHANNELS = { call: "Call", text: "Text message", email: "E-mail", "in-person": "In person" } as const;
export type LogChannel = keyof typeof LOG_CHANNELS;

export const OUTCOMES = {
  reached: "Reached",
  "no-answer": "No answer",
  "left-message": "Left a message",
  "wrong-number": "Wrong number",
  "not-interested": "Not interested",
  "asked-to-stop": "Asked us to stop",
  note: "Only a note",
} as const;
export type Outcome = keyof typeof OUTCOMES;

export const MAX_LOG_WORDS_LENGTH = 1_000;
export const TAKE_BACK_MINUTES = 10;

/** Staff spoke with the person, so nothing of theirs waits any more. */
export function isContact(outcome: Outcome): boolean {
  return outcome === "reached" || outcome in ENDS;
}

/** Why the lead is lost with this outcome, until there is a contract. */
const ENDS: { readonly [Of in Outcome]?: LostReason } = {
  "not-interested": "not-selling",
  "asked-to-stop": "asked-to-stop",
};

export function lostReasonOf(outcome: Outcome): LostReason | undefined {
  return ENDS[outcome];
}

/** "Call: no answer". */
export function logTitle({ channel, outcome }: { channel: LogChannel; outcome: Outcome }): string {
  return outcome === "note" ? "Note" : `${LOG_CHANNELS[channel]}: ${OUTCOMES[outcome].toLowerCase()}`;
}

const entryShape = {
  channel: z.enum(Object.keys(LOG_CHANNELS) as [LogChannel, ...LogChannel[]], "Please choose how"),
  outcome: z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]], "Please choose what came of it"),
  words: z.optional(freeTextSchema(MAX_LOG_WORDS_LENGTH)),
};

export const newLogSchema = z
  .object({
    ...entryShape,
    /** The channels that the person asked to stop. */
    stop: z.optional(z.array(z.enum(CHANNELS, "Please choose calls, text messages or e-mail"))),
    /** Ends the open step as done; who had it has the new one, unless it names another. Null: nothing is next. */
    next: z.optional(z.nullable(newStepSchema)),
    version: versionSchema,
  })
  .check(
    z.refine(({ outcome, words, next }) => outcome !== "note" || words || next !== undefined, {
      error: "Please write the note",
      path: ["words"],
    }),
    z.refine(({ outcome, stop = [] }) => (outcome === "asked-to-stop") === stop.length > 0, {
      error: "Please choose what to stop, if they asked us to stop",
      path: ["stop"],
    }),
    z.refine(({ outcome, next }) => !(outcome in ENDS && next), {
      error: "A lead that ends needs no next step",
      path: ["next"],
    }),
  );

export type NewLog = z.infer<typeof newLogSchema>;

export const logEntrySchema = z.object({
  ...entryShape,
  _id: z.string(),
  leadId: z.string(),
  by: z.string(),
  at: z.string(),
});

export type LogEntry = z.infer<typeof logEntrySchema>;

export const logSchema = answerOf({
  lead: z.object({
    _id: z.string(),
    stage: z.enum(STAGES),
    tries: z.number(),
    nextStep: z.optional(nextStepSchema),
    version: z.number(),
  }),
  log: z.array(logEntrySchema),
});

export type Log = z.infer<typeof logSchema>;

export const loggedSchema = z.extend(logSchema, { message: z.string(), logId: z.string() });

export type Logged = z.infer<typeof loggedSchema>;

export const takenBackSchema = z.extend(logSchema, { message: z.string() });
