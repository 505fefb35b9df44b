import type { Field } from "#company/facts/form/form.ts";
import { US_STATES } from "#inquiries/bookings/us-states.ts";
import { zoneNames } from "#platform/dates.ts";

type Choice = readonly [value: string, label: string];

const US_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
];

/** The present value is one of them. */
export function choicesOf(choices: NonNullable<Field["choices"]>, present: string): readonly Choice[] {
  if (choices === "zones") return zones(present);
  if (choices !== "states") return choices;
  const states = Object.entries(US_STATES).map(([code, name]): Choice => [code, `${name} (${code})`]);
  return present in US_STATES ? states : [...states, [present, present]];
}

/** US zones begin with their common names, so that typing finds them. */
function zones(present: string): Choice[] {
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => !US_ZONES.includes(zone));
  const all = [...US_ZONES.map(named), ...others.map((zone): Choice => [zone, spaced(zone)])];
  return all.some(([zone]) => zone === present) ? all : [named(present), ...all];
}

function named(zone: string): Choice {
  return [zone, `${zoneNames(zone).name} (${spaced(zone)})`];
}

function spaced(zone: string): string {
  return zone.replaceAll("_", " ");
}
