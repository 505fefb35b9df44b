import { cleanPhone, phoneDigits } from "./phone.ts";

/** No index of the search finds anything shorter. */
export const SHORTEST_INDEXED = 3;

/** Most records contain one or two letters: the first of them are found at once, but counting them takes long. */
export function isSlowToCount(search: string): boolean {
  const length = [...foldText(search.trim())].length;
  return length > 0 && length < SHORTEST_INDEXED;
}

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
