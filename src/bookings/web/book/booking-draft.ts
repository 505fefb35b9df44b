// What a visitor chose and tried, kept for this tab until it is booked: a reload or a lost connection costs nobody their words.
// Consent is not among it: it is given, not restored.
import { forget, recall, remember } from "#platform/web/tab-storage.ts";

/** Under which the form's fields are kept. */
export const DRAFT_KEY = "booking-draft";
const CHOICE_KEY = "booking-choice";
/** Under which the idempotency key of the latest try is kept. */
export const ATTEMPT_KEY = "booking-attempt";

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

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
