// What a visitor chose and tried, kept for this tab until it is booked: a reload or a lost connection costs nobody their words.
// Consent is not among it: it is given, not restored.
import { randomKey } from "#platform/web/random-key.ts";
import { forget, recall, remember } from "#platform/web/tab-storage.ts";

/** Under which the form's fields are kept. */
export const DRAFT_KEY = "booking-draft";
const CHOICE_KEY = "booking-choice";
const ATTEMPT_KEY = "booking-attempt";

/** A day and one of its time labels. */
export type ChosenTime = { date?: string; time?: string };

export function keepChoice(choice: ChosenTime): void {
  remember(CHOICE_KEY, choice);
}

export function keptChoice(): ChosenTime {
  const { date, time } = Object(recall(CHOICE_KEY));
  return { date: textOrNone(date), time: textOrNone(time) };
}

export function forgetDraft(): void {
  for (const key of [DRAFT_KEY, CHOICE_KEY, ATTEMPT_KEY]) forget(key);
}

/** The same key for the same words, also after a reload: a second try can then never make a second booking. */
export function attemptKey(body: unknown): string {
  const words = JSON.stringify(body);
  const last = Object(recall(ATTEMPT_KEY));
  if (last.words === words && typeof last.key === "string") return last.key;
  const key = randomKey();
  remember(ATTEMPT_KEY, { words, key });
  return key;
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
