import { allocateCents } from "#deals/campaigns/report.ts";
import type { CampaignName } from "#deals/campaigns/spend.ts";
import { type Attribution, attributedSource, campaignOf, landingPageOf } from "#people/leads/attribution.ts";

type Weights = { leads: Map<string, number>; visits: Map<string, number> };
type SpentAmount = CampaignName & { cents: number };

/**
 * Divides the spend of a campaign among its landing pages, in proportion to its leads, or without leads to the visits
 * of its short links. Without either, the page is unknown ("").
 */
export class PageShares {
  readonly #amounts: readonly SpentAmount[];
  readonly #weights = new Map<string, Weights>();

  constructor(amounts: readonly SpentAmount[]) {
    this.#amounts = amounts;
    for (const amount of amounts) this.#weights.set(keyOf(amount), { leads: new Map(), visits: new Map() });
  }

  /** Whether an amount was entered for what brought it. */
  has(visit: Attribution): boolean {
    return this.#weightsOf(visit) !== undefined;
  }

  addLeads(visit: Attribution, leads: number): void {
    add(this.#weightsOf(visit)?.leads, visit, leads);
  }

  addVisits(visit: Attribution, visits: number): void {
    if (visits > 0) add(this.#weightsOf(visit)?.visits, visit, visits);
  }

  amounts(): { page: string; cents: number }[] {
    return this.#amounts.flatMap((amount) => {
      const { leads, visits } = this.#weights.get(keyOf(amount)) as Weights;
      const weights = leads.size > 0 ? leads : visits;
      if (weights.size === 0) return [{ page: "", cents: amount.cents }];
      const shares = allocateCents(amount.cents, [...weights.values()]);
      return [...weights.keys()].map((page, index) => ({ page, cents: shares[index] ?? 0 }));
    });
  }

  /** An amount without a campaign applies to visits that have its source and no campaign. */
  #weightsOf(visit: Attribution): Weights | undefined {
    return this.#weights.get(keyOf({ source: attributedSource(visit), campaign: campaignOf(visit) }));
  }
}

function keyOf({ source, campaign }: CampaignName): string {
  return JSON.stringify([source, campaign]);
}

function add(weights: Map<string, number> | undefined, visit: Attribution, count: number): void {
  if (!weights || count === 0) return;
  const page = landingPageOf(visit);
  weights.set(page, (weights.get(page) ?? 0) + count);
}
