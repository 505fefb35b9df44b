import { cleanPhone, phoneDigits } from "./phone.ts";

/** "Núñez" and "NÚÑEZ" both become "nunez". */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Joins texts with a line break, so that no search matches across two of them. */
export function searchableText(...parts: string[]): string {
  return foldText(parts.join("\n"));
}

/** Undefined for text with characters that no phone number has. */
export function searchedDigits(text: string): string | undefined {
  if (!/^[\d\s().+-]+$/.test(text)) return undefined;
  return phoneDigits(cleanPhone(text)) || undefined;
}
