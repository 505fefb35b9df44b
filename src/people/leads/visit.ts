import type { Attribution } from "#people/leads/attribution.ts";

const CLICK_IDS = ["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid"];
const MAX_LENGTH = 200;

/** What the address of a page says of the visit that began there. */
export function visitOf({ pathname, searchParams: query }: URL, referrer: string, at: Date): Attribution {
  const found = (name: string) => query.get(name)?.slice(0, MAX_LENGTH);
  const clickId = CLICK_IDS.find((name) => query.has(name));
  return {
    utmSource: found("utm_source"),
    utmMedium: found("utm_medium"),
    utmCampaign: found("utm_campaign"),
    utmTerm: found("utm_term"),
    utmContent: found("utm_content"),
    clickId: clickId && `${clickId}:${found(clickId)}`.slice(0, MAX_LENGTH),
    referrer: referrer.slice(0, MAX_LENGTH) || undefined,
    landingPage: pathname.slice(0, MAX_LENGTH),
    at: at.toISOString(),
  };
}
