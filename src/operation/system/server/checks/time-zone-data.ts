import { timeZone } from "#company/facts/facts.ts";
import { type Check, notChecked, ok, type Subject, warning } from "./check.ts";

const ZONE: Subject = { id: "time-zone-data", group: "machine", title: "Time zone rules" };

const MAX_MONTHS = 18;

export const timeZoneCheck: Check = {
  subjects: [ZONE],
  run: async ({ now }) => [checkTimeZoneData(process.versions.tz, now)],
};

/** A release is a year and a letter: "2026c" is the third of 2026. There are about three to five in a year. */
export function checkTimeZoneData(release: string | undefined, now: Date) {
  const [, year, letter] = /^(\d{4})([a-z])$/.exec(release ?? "") ?? [];
  if (!year || !letter) return notChecked(ZONE, "Node does not say how old its time zone rules are.");
  const months = Math.min(11, (letter.charCodeAt(0) - "a".charCodeAt(0)) * 3);
  const age = (now.getUTCFullYear() - Number(year)) * 12 + now.getUTCMonth() - months;
  if (age <= MAX_MONTHS) return ok(ZONE, `The rules for ${timeZone} are of release ${release}.`);
  return warning(
    ZONE,
    `The rules for ${timeZone} are of release ${release}, more than ${MAX_MONTHS} months old. If a law has changed the hours since, meetings are shown at the wrong time.`,
    "Upgrade the site, which brings a newer Node.",
  );
}
