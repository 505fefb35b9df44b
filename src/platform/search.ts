// How text is made comparable for search: the same rule for what is stored and for what is looked for.
import { cleanPhone, phoneDigits } from "./phone.ts";

/** Lower case without accents: "Núñez" is found by "nunez", and by "NÚÑEZ". */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Several texts that are searched together; a search never matches across two of them. */
export function searchableText(...parts: string[]): string {
  return foldText(parts.join("\n"));
}

/** The digits to look for in phone numbers; undefined where the text holds anything that a phone number would not. */
export function searchedDigits(text: string): string | undefined {
  if (!/^[\d\s().+-]+$/.test(text)) return undefined;
  return phoneDigits(cleanPhone(text)) || undefined;
}
