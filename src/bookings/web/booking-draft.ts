// What a visitor typed, kept for this tab until it is booked: a reload or a lost connection costs nobody their words.
// Consent is left out: it is given, not restored.
import type { BookingForm } from "#bookings/booking.ts";
import { randomKey } from "#platform/web/random-key.ts";
import { forget, recall, remember } from "#platform/web/session-memory.ts";

const DRAFT_KEY = "booking-draft";
const ATTEMPT_KEY = "booking-attempt";

type DeepPartial<Value> = { [Key in keyof Value]?: Value[Key] extends object ? DeepPartial<Value[Key]> : string };
export type BookingDraft = { form?: DeepPartial<BookingForm>; date?: string; time?: string };

export function saveDraft(changes: BookingDraft): void {
  remember(DRAFT_KEY, { ...readDraft(), ...changes });
}

export function readDraft(): BookingDraft {
  const draft = recall(DRAFT_KEY);
  return typeof draft === "object" && draft !== null ? draft : {};
}

export function forgetDraft(): void {
  forget(DRAFT_KEY);
  forget(ATTEMPT_KEY);
}

/** The same key for the same words, also after a reload: a second try can then never make a second booking. */
export function attemptKey(body: unknown): string {
  const words = JSON.stringify(body);
  const last = recall(ATTEMPT_KEY) as { words?: string; key?: string } | null;
  if (last?.words === words && last.key) return last.key;
  const key = randomKey();
  remember(ATTEMPT_KEY, { words, key });
  return key;
}
