// A new offer starts as a copy of the lead's last one, or else with the costs of the latest sent offer.
import type { Cost, OfferContent } from "#deals/offers/offer.ts";
import { addDays } from "#platform/dates.ts";

const VALID_DAYS = 7;

/** These costs have no amounts, because usual amounts differ by state and company. */
const BUYING: Cost[] = [{ label: "Title and closing", basisPoints: 0 }];
const SELLING: Cost[] = [
  { label: "Agents’ commission when we sell", basisPoints: 0 },
  { label: "Title and closing when we sell", basisPoints: 0 },
];

/** Leaves out changes by hand and the other offer's house. */
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

/** Leaves out past days. */
export function nextContent({ later, ...last }: OfferContent, today: string): OfferContent {
  const ahead = (days: readonly string[]) => days.filter((day) => day > today);
  return {
    ...last,
    closingDays: ahead(last.closingDays),
    ...(later && { later: { ...later, closingDays: ahead(later.closingDays) } }),
    validUntil: last.validUntil > today ? last.validUntil : addDays(today, VALID_DAYS),
  };
}
