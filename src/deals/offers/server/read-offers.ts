import { currentFacts } from "#company/facts/facts.ts";
import type { OfferList } from "#deals/offers/admin.ts";
import type { Lead } from "#people/leads/lead.ts";
import { wallClock } from "#platform/dates.ts";
import type { Database } from "#platform/server/database/database.ts";
import { together } from "#platform/server/database/queries/together.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { toAdminOffer } from "./locked-offer.ts";
import type { OfferLinks } from "./offer-links.ts";
import { readRecipient } from "./recipient.ts";
import { listOffersOfLeads } from "./store.ts";

type Shown = { caller: Pick<Caller, "isProgram">; now: Date; offerLinks: OfferLinks };

/** Of the leads that are joined, the newest first. */
export async function readOffersOfLead(
  { database, db }: { database: Database; db: Db },
  { lead, leadIds }: { lead: Lead; leadIds: readonly string[] },
  shown: Shown,
): Promise<Omit<OfferList, "success">> {
  const [offers, recipient] = await together([listOffersOfLeads(db, leadIds), readRecipient(database, lead, db)]);
  return { offers: offers.map((offer) => toAdminOffer(offer, shownTo(shown))), recipient };
}

/** Programs do not get the seller's link, because it lets them answer for the seller. */
export function shownTo({ caller, now, offerLinks }: Shown) {
  const { day: today } = wallClock(now, currentFacts().timeZone);
  return caller.isProgram ? { today } : { today, urlOf: offerLinks.urlOf };
}
