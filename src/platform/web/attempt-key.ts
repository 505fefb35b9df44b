import { recall, remember } from "./tab-storage.ts";

/**
 * The idempotency key of what is sent: the same for the same words, also after a reload, so that a second try never does it
 * twice. Forget `storageKey` once it is done.
 */
export function attemptKey(storageKey: string, body: unknown): string {
  const words = JSON.stringify(body);
  const last = Object(recall(storageKey));
  if (last.words === words && typeof last.key === "string") return last.key;
  const key = randomKey();
  remember(storageKey, { words, key });
  return key;
}

/** 128 random bits as text. Unlike crypto.randomUUID it works on plain http too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
