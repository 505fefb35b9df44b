import type { Attribution } from "#people/leads/attribution.ts";
import { visitOf } from "#people/leads/visit.ts";

const KEY = "visit-source";

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
  const visit = visitOf(new URL(location.href), document.referrer, new Date());
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
