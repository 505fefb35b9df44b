import * as z from "zod/mini";
import type { Stage } from "#people/leads/lead.ts";
import {
  isUnanswered,
  type Log,
  lostReasonOf,
  MAX_LOG_WORDS_LENGTH,
  type NewLog,
  newLogSchema,
  type Outcome,
} from "#people/leads/log.ts";
import { formatDue, type NewStep, type NextStep, newStepSchema, sleepUntilSchema } from "#people/leads/next-step.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { addDays } from "#platform/dates.ts";
import { freeTextSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

export type Known = {
  stage: Stage | undefined;
  step: NextStep | undefined;
  plan: Log["plan"] | undefined;
  today: string;
};

export type LogForm = z.input<ReturnType<typeof logFormSchema>>;

const { channel, outcome } = newLogSchema.shape;

export const EMPTY_LOG: LogForm = {
  channel: "call",
  outcome: "" as Outcome,
  words: "",
  stop: ["call", "text"],
  choice: "",
  what: "",
  dueDay: "",
  dueTime: "",
  sleepUntil: "",
};

/** `takesNext`: the lead has not ended. */
export function logFormSchema(takesNext: boolean) {
  return z
    .object({
      channel,
      outcome,
      words: freeTextSchema(MAX_LOG_WORDS_LENGTH),
      stop: z.array(z.enum(CHANNELS)),
      /** A value of nextChoices. Empty: as the outcome proposes. */
      choice: z.string(),
      what: z.string(),
      dueDay: z.string(),
      dueTime: z.string(),
      sleepUntil: z.string(),
      version: versionSchema,
    })
    .check(({ value, issues }) => {
      const add = (path: string, message: string) =>
        issues.push({ code: "custom", path: [path], message, input: value });
      if (value.outcome === "asked-to-stop" && value.stop.length === 0) add("stop", "Please choose what to stop");
      if (!takesNext || endsLead(value.outcome)) return;
      if (value.outcome === "reached" && value.choice === "") add("choice", "Please choose what is next");
      if (value.outcome === "note" && ["", "keep"].includes(value.choice) && value.words.trim() === "")
        add("words", "Please write the note");
      if (value.choice === "sleep" && value.sleepUntil && !sleepUntilSchema.safeParse(value.sleepUntil).success)
        add("sleepUntil", "Please choose a day");
      if (value.choice !== "own") return;
      for (const { path, message } of newStepSchema.safeParse(value).error?.issues ?? []) add(String(path[0]), message);
    });
}

export function endsLead(outcome: Outcome): boolean {
  return lostReasonOf({ outcome }) !== undefined;
}

const REACHED = [
  { what: "Call back", days: 1 },
  { what: "Call back", days: 7 },
  { what: "Make an offer", days: 1 },
];

/** Steps that an outcome proposes, the most likely first. */
function proposalsOf(outcome: Outcome, { plan, today }: Known): NewStep[] {
  const inDays = ({ what, days }: { what: string; days: number }) => ({ what, dueDay: addDays(today, days) });
  if (outcome === "reached") return REACHED.map(inDays);
  if (outcome === "wrong-number") return [inDays({ what: "Find the right number", days: 1 })];
  return isUnanswered(outcome) && plan?.next ? [{ what: "Call again", ...plan.next }] : [];
}

export function nextChoices(outcome: Outcome, known: Known): [value: string, label: string][] {
  const { stage, step, plan } = known;
  // A house under contract neither sleeps nor is lost because nobody answers.
  const mayEnd = plan && stage !== "Under contract";
  const ends: [string, string][] = [
    ...(mayEnd && outcome !== "note" ? [["sleep", "Let it sleep"] as [string, string]] : []),
    ...(mayEnd && isUnanswered(outcome) ? [["lost", "Lost: no answer"] as [string, string]] : []),
  ];
  const proposals = proposalsOf(outcome, known);
  const tries = isUnanswered(outcome) && plan?.next && outcome !== "wrong-number" ? nextTryText(plan) : "";
  return [
    ...proposals.map((next, index): [string, string] => [String(index), `${labelOf(next)}${tries}`]),
    ...(proposals.length === 0 ? ends : []),
    ["own", "Something else"],
    ...(step ? [["keep", `As it stands: ${labelOf(step)}`] as [string, string]] : []),
    ...(proposals.length > 0 ? ends : []),
    ["nothing", step ? `Nothing: “${step.what}” is done` : "Nothing for now"],
  ];
}

/** This try is the first of the plan that is counted. */
function nextTryText({ unanswered, most }: Log["plan"]): string {
  return ` (try ${unanswered + 2} of ${most})`;
}

function labelOf({ what, ...due }: NewStep): string {
  return `${what}, ${formatDue(due, "weekday")}`;
}

export function choiceOf({ outcome, choice }: Pick<LogForm, "outcome" | "choice">, known: Known): string {
  if (choice || outcome === "reached") return choice;
  if (outcome === "note") return known.step ? "keep" : "nothing";
  // Before the log is read, nobody knows what it would propose.
  if (!known.plan) return "keep";
  return nextChoices(outcome, known)[0]?.[0] ?? "nothing";
}

/** An empty object keeps the open step. */
function nextOf(values: LogForm, known: Known): Pick<NewLog, "next" | "sleepUntil" | "lost"> {
  const choice = choiceOf(values, known);
  if (choice === "keep") return {};
  if (choice === "sleep") return { sleepUntil: values.sleepUntil || null };
  if (choice === "lost") return { lost: true };
  if (choice === "nothing") return known.step ? { next: null } : {};
  const next = stepOf({ ...values, choice }, known);
  return next ? { next } : {};
}

/** The proposal that was chosen, or staff's own. */
function stepOf({ outcome, choice, what, dueDay, dueTime }: LogForm, known: Known): NewStep | undefined {
  return choice === "own" ? { what, dueDay, dueTime } : proposalsOf(outcome, known)[Number(choice)];
}

export function newLogOf(values: LogForm, known: Known, takesNext: boolean): NewLog {
  const { channel, outcome, words, stop, version } = values;
  return {
    channel,
    outcome,
    version,
    ...(words && { words }),
    ...(outcome === "asked-to-stop" && { stop }),
    ...(takesNext && !endsLead(outcome) && nextOf(values, known)),
  };
}
