import { wallClock } from "#platform/dates.ts";
import type { Facts } from "./schema.ts";

/** Through its last day, in the company's time zone. */
export function hasAnnouncement({ announcement: { text, until }, timeZone }: Facts, now: Date): boolean {
  return text !== "" && (until === "" || wallClock(now, timeZone).day <= until);
}

/** What pages of this moment show. */
export function factsOn(facts: Facts, now: Date): Facts {
  return hasAnnouncement(facts, now) ? facts : { ...facts, announcement: { text: "", until: "" } };
}
