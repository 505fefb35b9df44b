import { wallClock } from "#platform/dates.ts";
import type { Facts } from "./schema.ts";

export function hasAnnouncement({ announcement: { text, until }, timeZone }: Facts, now: Date): boolean {
  return text !== "" && (until === "" || wallClock(now, timeZone).day <= until);
}

export function factsOn(facts: Facts, now: Date): Facts {
  return hasAnnouncement(facts, now) ? facts : { ...facts, announcement: { text: "", until: "" } };
}
