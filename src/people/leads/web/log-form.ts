import * as z from "zod/mini";
import { lostReasonOf, MAX_LOG_WORDS_LENGTH, type NewLog, newLogSchema, type Outcome } from "#people/leads/log.ts";
import { type NewStep, type NextStep, newStepSchema } from "#people/leads/next-step.ts";
import { CHANNELS } from "#people/permissions/channels.ts";
import { addDays, formatDay } from "#platform/dates.ts";
import { freeTextSchema } from "#platform/text.ts";
import { versionSchema } from "#platform/version.ts";

type Known = { step: NextStep | undefined; today: string };

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
      if (value.choice !== "own") return;
      for (const { path, message } of newStepSchema.safeParse(value).error?.issues ?? []) add(String(path[0]), message);
    });
}

export function endsLead(outcome: Outcome): boolean {
  return lostReasonOf(outcome) !== undefined;
}

const IN_DAYS = (what: string, days: number) => ({ what, days });

const PROPOSALS: { readonly [Of in Outcome]?: readonly { what: string; days: number }[] } = {
  reached: [IN_DAYS("Call back", 1), IN_DAYS("Call back", 7), IN_DAYS("Make an offer", 1)],
  "no-answer": [IN_DAYS("Call again", 1), IN_DAYS("Call again", 2)],
  "left-message": [IN_DAYS("Call again", 2), IN_DAYS("Call again", 1)],
  "wrong-number": [IN_DAYS("Find the right number", 1)],
};

function proposalsOf(outcome: Outcome, today: string): NewStep[] {
  return (PROPOSALS[outcome] ?? []).map(({ what, days }) => ({ what, dueDay: addDays(today, days) }));
}

export function nextChoices(outcome: Outcome, { step, today }: Known): [value: string, label: string][] {
  return [
    ...proposalsOf(outcome, today).map((next, index): [string, string] => [String(index), labelOf(next)]),
    ["own", "Something else"],
    ...(step ? [["keep", `As it stands: ${labelOf(step)}`] as [string, string]] : []),
    ["nothing", step ? `Nothing: “${step.what}” is done` : "Nothing for now"],
  ];
}

function labelOf({ what, dueDay }: Pick<NewStep, "what" | "dueDay">): string {
  return `${what}, ${formatDay(dueDay, "weekday")}`;
}

export function choiceOf({ outcome, choice }: Pick<LogForm, "outcome" | "choice">, { step }: Known): string {
  if (choice || outcome === "reached") return choice;
  if (outcome === "note") return step ? "keep" : "nothing";
  return "0";
}

/** Undefined keeps the open step. Null: nothing is next. */
function nextOf(values: LogForm, known: Known): NewStep | null | undefined {
  const choice = choiceOf(values, known);
  const { what, dueDay } = values;
  if (choice === "own") return { what, dueDay };
  if (choice === "nothing") return known.step && null;
  return proposalsOf(values.outcome, known.today)[Number(choice)];
}

export function newLogOf(values: LogForm, known: Known, takesNext: boolean): NewLog {
  const { channel, outcome, words, stop, version } = values;
  const next = takesNext && !endsLead(outcome) ? nextOf(values, known) : undefined;
  return {
    channel,
    outcome,
    version,
    ...(words && { words }),
    ...(outcome === "asked-to-stop" && { stop }),
    ...(next !== undefined && { next }),
  };
}
