// What a seller is told: who calls by when, or only the hours of the phone.
import type { Facts } from "#company/facts/schema.ts";
import { weeklyHours } from "#company/shell/opening-hours.ts";
import { callCompany } from "#company/shell/shown.ts";
import { formatMoment, zoneNames } from "#platform/dates.ts";
import type { Promised } from "./promised.ts";

/** "Ana calls you by Fri, Nov 20 at 9:10 AM CT." */
export function promiseText({ name, by }: Promised, { timeZone }: Pick<Facts, "timeZone">): string {
  return `${name} calls you by ${formatMoment(new Date(by), timeZone)}.`;
}

/** Once that time is over. */
export function lateText({ name, by }: Promised, facts: Pick<Facts, "timeZone" | "company" | "claims">): string {
  const moment = formatMoment(new Date(by), facts.timeZone);
  return `This is late: ${name} was to call you by ${moment}. If nobody has, please ${callCompany(facts)}.`;
}

/** "Calls are made Mon-Fri 9:00 AM-5:00 PM (Central Time)." */
export function hoursText({ businessHours, timeZone }: Pick<Facts, "businessHours" | "timeZone">): string {
  const open = weeklyHours(businessHours).filter(({ hours }) => hours !== "closed");
  if (open.length === 0) return "";
  return `Calls are made ${open.map(({ days, hours }) => `${days} ${hours}`).join(", ")} (${zoneNames(timeZone).name}).`;
}

type Said = Pick<Facts, "businessHours" | "timeZone" | "company" | "claims">;

export function callsText(promise: Promised | undefined, facts: Said, now: Date): string {
  if (!promise) return hoursText(facts);
  return promise.by > now.toISOString() ? promiseText(promise, facts) : lateText(promise, facts);
}
