// Where a new offer starts: as the lead's last one, else with the costs of the offer that was sent last to anybody.
import type { Cost, OfferContent } from "#deals/offers/offer.ts";
import { addDays } from "#platform/dates.ts";

const VALID_DAYS = 7;

/** Without amounts: what is usual differs by state and company. */
const BUYING: Cost[] = [{ label: "Title and closing", basisPoints: 0 }];
const SELLING: Cost[] = [
  { label: "Agents’ commission when we sell", basisPoints: 0 },
  { label: "Title and closing when we sell", basisPoints: 0 },
];

/** What was changed by hand, and the house itself, belong to the other offer. */
export function firstContent(example: OfferContent | undefined, today: string): OfferContent {
  const usual = (costs: readonly Cost[]) => costs.map(({ byHand: _, ...cost }) => cost);
  return {
    value: { cents: 0, comparables: [] },
    repairs: [],
    buying: example ? usual(example.buying) : BUYING,
    selling: example ? usual(example.selling) : SELLING,
    holding: { months: example?.holding.months ?? 0, monthlyCents: 0 },
    margin: { basisPoints: example?.margin.basisPoints ?? 0 },
    closingDays: [],
    validUntil: addDays(today, VALID_DAYS),
    note: "",
  };
}

/** Without days that are over. */
export function nextContent({ later, ...last }: OfferContent, today: string): OfferContent {
  const ahead = (days: readonly string[]) => days.filter((day) => day > today);
  return {
    ...last,
    closingDays: ahead(last.closingDays),
    ...(later && { later: { ...later, closingDays: ahead(later.closingDays) } }),
    validUntil: last.validUntil > today ? last.validUntil : addDays(today, VALID_DAYS),
  };
}
