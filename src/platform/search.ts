import { cleanPhone, phoneDigits } from "./phone.ts";

export const SHORTEST_INDEXED = 3;

/** Most records contain one or two letters, so counting their matches takes long. */
export function isSlowToCount(search: string): boolean {
  const length = [...foldText(search.trim())].length;
  return length > 0 && length < SHORTEST_INDEXED;
}

export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** A line break between the texts keeps a search from matching across two of them. */
export function searchableText(...parts: string[]): string {
  return foldText(parts.join("\n"));
}

export function searchedDigits(text: string): string | undefined {
  if (!/^[\d\s().+-]+$/.test(text)) return undefined;
  return phoneDigits(cleanPhone(text)) || undefined;
}
