import { recall, remember } from "./tab-storage.ts";

/** The key stays the same across reloads, so that a retry is never executed twice. Remove `storageKey` after success. */
export function attemptKey(storageKey: string, body: unknown): string {
  const words = JSON.stringify(body);
  const last = Object(recall(storageKey));
  if (last.words === words && typeof last.key === "string") return last.key;
  const key = randomKey();
  remember(storageKey, { words, key });
  return key;
}

/** Unlike crypto.randomUUID it also works on plain http. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
