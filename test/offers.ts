import type { OfferContent } from "#deals/offers/offer.ts";

/** The offer for Renée's house, $141,455 now, $150,885 in March, $166,600 with an agent. */
export function newOfferContent(changes: Partial<OfferContent> = {}): OfferContent {
  return {
    value: {
      cents: 23_100_000,
      comparables: [
        { address: "1408 Elm Street", cents: 22_900_000, day: "2026-09-14", source: "County records" },
        { address: "37 Oak Court", cents: 23_500_000, day: "2026-08-02", source: "County records" },
        { address: "1519 Maple Avenue", cents: 22_800_000, day: "2026-10-21", source: "Listing service" },
      ],
    },
    repairs: [
      { label: "New roof", cents: 1_450_000 },
      { label: "Kitchen ceiling and floor", cents: 820_000 },
      { label: "Water heater", cents: 190_000 },
    ],
    buying: [{ label: "Title and closing", basisPoints: 150 }],
    selling: [
      { label: "Agents’ commission when we sell", basisPoints: 500 },
      { label: "Title and closing when we sell", cents: 210_000 },
    ],
    holding: { months: 5, monthlyCents: 125_000 },
    margin: { basisPoints: 1_800 },
    closingDays: ["2026-12-11", "2026-12-18", "2027-01-08"],
    later: {
      holding: { months: 3, monthlyCents: 125_000 },
      margin: { basisPoints: 1_500 },
      closingDays: ["2027-03-05"],
      why: "We can plan the work for a crew that is free in March.",
    },
    list: {
      priceCents: 18_500_000,
      isRepaired: false,
      commission: { basisPoints: 600 },
      closing: { basisPoints: 200 },
      holding: { months: 4, monthlyCents: 90_000 },
    },
    validUntil: "2026-12-04",
    note: "Dear Renée,\nthe roof is the largest part of it. Please ask about anything.",
    ...changes,
  };
}
