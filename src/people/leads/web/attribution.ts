import type { Attribution } from "#people/leads/attribution.ts";

const KEY = "visit-source";
const CLICK_IDS = ["gclid", "gbraid", "wbraid", "fbclid", "msclkid", "ttclid"];

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean;
  }
}

export function storedAttribution(): { first?: Attribution; last?: Attribution } {
  if (asksNotToBeTracked()) return {};
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The browser sends the same signals as headers. */
function asksNotToBeTracked(): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === "1";
}

export function recordVisit(): void {
  if (asksNotToBeTracked()) {
    clearAttribution();
    return;
  }
  if (document.referrer.startsWith(`${location.origin}/`)) return;
  const visit = thisVisit();
  const stored = storedAttribution();
  const isDirect = !visit.referrer && !visit.utmSource && !visit.clickId;
  // A later direct visit does not replace the campaign that brought the person.
  if (stored.last && isDirect) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ first: stored.first ?? visit, last: visit }));
  } catch {
    // Storage is blocked: the visit has no source.
  }
}

/** Data from before the person turned the signal on is deleted. */
function clearAttribution(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so it is empty too.
  }
}

function thisVisit(): Attribution {
  const query = new URLSearchParams(location.search);
  const clickId = CLICK_IDS.find((name) => query.has(name));
  const visit: Attribution = {
    utmSource: query.get("utm_source") ?? undefined,
    utmMedium: query.get("utm_medium") ?? undefined,
    utmCampaign: query.get("utm_campaign") ?? undefined,
    utmTerm: query.get("utm_term") ?? undefined,
    utmContent: query.get("utm_content") ?? undefined,
    clickId: clickId && `${clickId}:${query.get(clickId)}`,
    referrer: document.referrer || undefined,
    landingPage: location.pathname,
    at: new Date().toISOString(),
  };
  for (const key of Object.keys(visit) as (keyof Attribution)[]) visit[key] = visit[key]?.slice(0, 200);
  return visit;
}
