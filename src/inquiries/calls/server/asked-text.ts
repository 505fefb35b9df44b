import { currentFacts } from "#company/facts/facts.ts";
import { wishText } from "#company/shell/call-back.ts";
import type { Call } from "#people/leads/call.ts";
import { formatMoment } from "#platform/dates.ts";

/** "Asked for a call: this evening (from Sat, Nov 28 at 5:00 PM CT)". Undefined of other calls. */
export function askedText({ askedFor, callFrom, createdAt }: Call): string | undefined {
  if (!askedFor || !callFrom) return undefined;
  const from = callFrom > createdAt ? ` (from ${formatMoment(new Date(callFrom), currentFacts().timeZone)})` : "";
  return `Asked for a call: ${wishText(askedFor)}${from}`;
}
