import { currentFacts } from "#company/facts/facts.ts";
import type { OfferContent } from "#deals/offers/offer.ts";
import { addDays, wallClock } from "#platform/dates.ts";
import { newOfferContent } from "../offers.ts";
import { adminSession } from "./accounts.ts";
import type { RunningSite } from "./site.ts";

export const TODAY = wallClock(new Date(), currentFacts().timeZone).day;
export const IN_A_MONTH = addDays(TODAY, 30);
const IN_SPRING = addDays(TODAY, 120);

/** Throws with the answer if it is refused. */
export async function callAsAdmin(site: RunningSite, method: string, path: string, body?: object) {
  const { accessToken } = await adminSession(site);
  const answer = await fetch(`${site.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** An offer whose days are still ahead. */
export function contentFromToday(changes: Partial<OfferContent> = {}): OfferContent {
  const { later, ...content } = newOfferContent();
  const sales = content.value.comparables.map((sale) => ({ ...sale, day: addDays(TODAY, -60) }));
  return {
    ...content,
    value: { ...content.value, comparables: sales },
    closingDays: [addDays(TODAY, 14), IN_A_MONTH],
    ...(later && { later: { ...later, closingDays: [IN_SPRING] } }),
    validUntil: addDays(TODAY, 7),
    ...changes,
  };
}

export async function sendOffer(site: RunningSite, leadId: string, changes: Partial<OfferContent> = {}) {
  const { offer } = await callAsAdmin(site, "POST", `/api/leads/${leadId}/offers`);
  await callAsAdmin(site, "PUT", `/api/offers/${offer._id}`, contentFromToday(changes));
  const sent = await callAsAdmin(site, "POST", `/api/offers/${offer._id}/send`, {});
  return { id: offer._id as string, path: new URL(sent.offer.url), url: sent.offer.url as string };
}
