import * as z from "zod/mini";

/** What an admin may be trusted with. The description of the API and the pages show these words. */
export const DUTIES = {
  answer: { label: "Answer", hint: "The day, leads, inquiries, calls and the calendar." },
  sell: { label: "Sell", hint: "Offers, amounts, and what comes after the meeting." },
  site: { label: "Site", hint: "Words, pages and pictures, and publishing them." },
  numbers: { label: "Numbers", hint: "Analytics, marketing, what it costs, and reports." },
  "take-out": { label: "Take out", hint: "Exports, printed lists and calendar feeds of what the other duties open." },
  rights: { label: "People’s rights", hint: "Data for people who ask, erasing and merging them." },
  run: { label: "Run", hint: "Users, keys, webhooks, import, availability, settings and the audit log." },
} as const;

export type Duty = keyof typeof DUTIES;

export const ALL_DUTIES = Object.keys(DUTIES) as [Duty, ...Duty[]];

/** What is done with what a duty opens. Adding neither reads nor changes what is there. */
export type Verb = "add" | "read" | "write";

/** In the order of the list, so that equal duties are equal texts. */
export const dutiesSchema = z.pipe(
  z.array(z.enum(ALL_DUTIES, "Unknown duty")),
  z.transform((given: Duty[]) => sorted(given)),
);

export function sorted(given: Iterable<Duty>): Duty[] {
  const known = new Set(given);
  return ALL_DUTIES.filter((duty) => known.has(duty));
}

export function hasAll(has: readonly Duty[], needed: readonly Duty[]): boolean {
  return needed.every((duty) => has.includes(duty));
}

export function dutyNames(duties: readonly Duty[]): string {
  const names = duties.map((duty) => `“${DUTIES[duty].label}”`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
