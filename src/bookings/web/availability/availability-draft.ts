// The availability as it is being typed: every field holds something, also where it does not mean anything yet.
import { type Availability, availabilitySchema, type Closure } from "#bookings/availability.ts";
import { forget, recall, remember } from "#platform/web/tab-storage.ts";
import { WEEKDAYS, type Weekday } from "#shell/site-config.ts";

export const NUMBERS = [
  "slotMinutes",
  "capacityPerSlot",
  "minimumNoticeMinutes",
  "horizonDays",
  "bufferMinutes",
] as const;
export type NumberName = (typeof NUMBERS)[number];

export type DraftDay = { isOpen: boolean; opens: string; closes: string };
export type DraftClosure = Closure & { key: number };

export type Draft = {
  days: Record<Weekday, DraftDay>;
  numbers: Record<NumberName, string>;
  closures: DraftClosure[];
  holidays: Availability["holidays"];
};

/** What a day gets that is opened for the first time. */
const USUAL_HOURS = { opens: "09:00", closes: "17:00" };

export function toDraft(availability: Availability): Draft {
  const { hours, closures, holidays } = availability;
  const day = (name: Weekday) => [name, { isOpen: hours[name] !== undefined, ...(hours[name] ?? USUAL_HOURS) }];
  return {
    days: Object.fromEntries(WEEKDAYS.map(day)),
    numbers: Object.fromEntries(NUMBERS.map((name) => [name, String(availability[name])])) as Draft["numbers"],
    closures: closures.map((closure, key) => ({ ...closure, key })),
    holidays,
  };
}

type Read =
  | { availability: Availability; problems: undefined }
  | { availability: undefined; problems: Record<string, string> };

/** The availability that was typed, or what is wrong with it by the path of the field. */
export function readDraft({ days, numbers, closures, holidays }: Draft): Read {
  const open = WEEKDAYS.filter((name) => days[name].isOpen);
  const { success, data, error } = availabilitySchema.safeParse({
    hours: Object.fromEntries(open.map((name) => [name, { opens: days[name].opens, closes: days[name].closes }])),
    ...Object.fromEntries(NUMBERS.map((name) => [name, numbers[name] === "" ? undefined : Number(numbers[name])])),
    closures: closures.map(({ from, to, reason }) => ({ from, to: to || from, reason })),
    holidays,
  });
  if (success) return { availability: data, problems: undefined };
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[path.join(".")] ??= message;
  // A last day that was left empty is the first one: what is wrong is said there.
  for (const [index, { to }] of closures.entries()) if (to === "") delete problems[`closures.${index}.to`];
  return { availability: undefined, problems };
}

const KEPT = "availability-draft";

export function keepDraft(version: number, draft: Draft): void {
  remember(KEPT, { version, draft });
}

/** What was typed into this version of the availability and not saved. */
export function keptDraft(version: number): Draft | undefined {
  const kept = Object(recall(KEPT));
  return kept.version === version ? kept.draft : undefined;
}

export function forgetDraft(): void {
  forget(KEPT);
}

export function fieldId(path: string): string {
  return `availability-${path.replaceAll(".", "-")}`;
}
