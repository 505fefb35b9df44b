// What came of a try to reach a person, or what staff noted about a lead.
import * as z from "zod/mini";
import { callingTime, type Place } from "#people/permissions/calling-hours.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { addDays, minutesOf, wallClock } from "#platform/dates.ts";
import { answerOf } from "#platform/shapes.ts";
import { freeTextSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";
import { waitSchema } from "./claim.ts";
import { type LostReason, STAGES } from "./lead.ts";
import { newStepSchema, nextStepSchema, sleepUntilSchema } from "./next-step.ts";

export const LOG_CHANNELS = { call: "Call", text: "Text message", email: "Email", "in-person": "In person" } as const;
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

export function lostReasonOf({ outcome, lost }: { outcome: Outcome; lost?: true | undefined }): LostReason | undefined {
  return lost ? "no-answer" : ENDS[outcome];
}

const UNANSWERED: readonly Outcome[] = ["no-answer", "left-message", "wrong-number"];

export function isUnanswered(outcome: Outcome): boolean {
  return UNANSWERED.includes(outcome);
}

/** Tries without an answer since staff last spoke with them. The newest comes first. */
export function countUnanswered(log: readonly Pick<LogEntry, "outcome">[]): number {
  const tries = log.filter(({ outcome }) => outcome !== "note");
  const reached = tries.findIndex(({ outcome }) => !isUnanswered(outcome));
  return reached === -1 ? tries.length : reached;
}

/** "Call: no answer". */
export function logTitle({ channel, outcome }: { channel: LogChannel; outcome: Outcome }): string {
  return outcome === "note" ? "Note" : `${LOG_CHANNELS[channel]}: ${OUTCOMES[outcome].toLowerCase()}`;
}

/** After one more try that got no answer, `unanswered` in a row. Undefined after the last of the plan. */
export function nextTry(
  plan: readonly PlannedTry[],
  { unanswered, now, ...place }: Place & { unanswered: number; now: Date },
): { dueDay: string; dueTime: string } | undefined {
  const next = plan[unanswered - 1];
  if (!next) return undefined;
  const today = wallClock(now, place.timeZone);
  const { day, time } = callingTime(addDays(today.day, isPast(next, today) ? 1 : next.days), next.time, place);
  return { dueDay: day, dueTime: time };
}

/** On one day the plan proposes the same as long as this is the same. */
export function countPast(plan: readonly PlannedTry[], today: { minutes: number }): number {
  return plan.filter((planned) => isPast(planned, today)).length;
}

function isPast({ days, time }: PlannedTry, { minutes }: { minutes: number }): boolean {
  return days === 0 && minutesOf(time) <= minutes;
}

type PlannedTry = { days: number; time: string };

const entryShape = {
  channel: z.enum(Object.keys(LOG_CHANNELS) as [LogChannel, ...LogChannel[]], "Please choose how"),
  outcome: z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]], "Please choose what came of it"),
  words: z.optional(freeTextSchema(MAX_LOG_WORDS_LENGTH)),
};

const newEntrySchema = z.object({
  ...entryShape,
  /** The channels that the person asked to stop. */
  stop: z.optional(z.array(z.enum(CHANNELS, "Please choose calls, text messages or e-mail"))),
  /** Ends the open step as done; who had it has the new one, unless it names another. Null: nothing is next. */
  next: z.optional(z.nullable(newStepSchema)),
  /** Lets the lead sleep until this day, which ends the open step. Null: until there is a sign of life. */
  sleepUntil: z.optional(z.nullable(sleepUntilSchema)),
  /** The lead is lost, because nobody answers. */
  lost: z.optional(z.literal(true)),
});

type NewEntry = z.infer<typeof newEntrySchema>;

const ENTRY_CHECKS = [
  z.refine<NewEntry>(({ outcome, stop = [] }) => (outcome === "asked-to-stop") === stop.length > 0, {
    error: "Please choose what to stop",
    path: ["stop"],
  }),
  z.refine<NewEntry>(({ outcome, next, sleepUntil }) => !(outcome in ENDS && (next || sleepUntil !== undefined)), {
    error: "A lead that ends needs no next step",
    path: ["next"],
  }),
  z.refine<NewEntry>(({ outcome, lost }) => !lost || isUnanswered(outcome), {
    error: "Only who does not answer is lost like this",
    path: ["lost"],
  }),
  z.refine<NewEntry>(
    ({ next, sleepUntil, lost }) =>
      [next || undefined, sleepUntil, lost].filter((one) => one !== undefined).length <= 1,
    { error: "Please choose one thing that is next", path: ["next"] },
  ),
];

export const newLogSchema = z.extend(newEntrySchema, { version: versionSchema }).check(
  z.refine(({ outcome, words, next }) => outcome !== "note" || words || next !== undefined, {
    error: "Please write the note",
    path: ["words"],
  }),
  ...ENTRY_CHECKS,
);

export type NewLog = z.infer<typeof newLogSchema>;

/** Of a call that is being entered: what was said stands in the call. */
export const callLogSchema = z
  .extend(z.omit(newEntrySchema, { words: true }), { channel: z._default(entryShape.channel, "call") })
  .check(
    z.refine(({ outcome, next }) => outcome !== "note" || next !== undefined, {
      error: "Please choose what came of it, or what is next",
      path: ["outcome"],
    }),
    ...ENTRY_CHECKS,
  );

export const logEntrySchema = z.object({
  ...entryShape,
  _id: z.string(),
  leadId: z.string(),
  by: z.string(),
  at: z.string(),
});

export type LogEntry = z.infer<typeof logEntrySchema>;

/** Of tries without an answer. */
export const planSchema = z.object({
  /** How many there were since staff last spoke with them. */
  unanswered: z.number(),
  most: z.number(),
  /** Undefined after the last one. */
  next: z.optional(z.object({ dueDay: z.string(), dueTime: z.string() })),
});

export const logSchema = answerOf({
  lead: z.object({
    _id: z.string(),
    stage: z.enum(STAGES),
    tries: z.number(),
    /** Of the house, if known. */
    state: z.optional(z.string()),
    nextStep: z.optional(nextStepSchema),
    version: z.number(),
  }),
  plan: planSchema,
  /** If the person waits for staff. */
  wait: z.optional(waitSchema),
  log: z.array(logEntrySchema),
});

export type Log = z.infer<typeof logSchema>;

export const loggedSchema = z.extend(logSchema, { message: z.string(), logId: z.string() });

export type Logged = z.infer<typeof loggedSchema>;

export const takenBackSchema = z.extend(logSchema, { message: z.string() });
