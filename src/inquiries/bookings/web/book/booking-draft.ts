// The tab stores a visitor's input until the booking is made, but not the consent, which must be given anew.
import { forget, recall, remember } from "#platform/web/tab-storage.ts";

export const DRAFT_KEY = "booking-draft";
const CHOICE_KEY = "booking-choice";
export const ATTEMPT_KEY = "booking-attempt";

export type ChosenTime = { date?: string; time?: string };

export function storeChoice(choice: ChosenTime): void {
  remember(CHOICE_KEY, choice);
}

export function storedChoice(): ChosenTime {
  const { date, time } = Object(recall(CHOICE_KEY));
  return { date: textOrNone(date), time: textOrNone(time) };
}

export function forgetDraft(): void {
  for (const key of [DRAFT_KEY, CHOICE_KEY, ATTEMPT_KEY]) forget(key);
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
