import type { Attribution } from "#people/leads/attribution.ts";

const CLICK_IDS = ["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid"];
const MAX_LENGTH = 200;

/** What the address of a page says of the visit that began there. */
export function visitOf({ pathname, searchParams: query }: URL, referrer: string, at: Date): Attribution {
  const clickId = CLICK_IDS.find((name) => query.has(name));
  const visit: Attribution = {
    utmSource: query.get("utm_source") ?? undefined,
    utmMedium: query.get("utm_medium") ?? undefined,
    utmCampaign: query.get("utm_campaign") ?? undefined,
    utmTerm: query.get("utm_term") ?? undefined,
    utmContent: query.get("utm_content") ?? undefined,
    clickId: clickId && `${clickId}:${query.get(clickId)}`,
    referrer: referrer || undefined,
    landingPage: pathname,
    at: at.toISOString(),
  };
  for (const key of Object.keys(visit) as (keyof Attribution)[]) visit[key] = visit[key]?.slice(0, MAX_LENGTH);
  return visit;
}
