import { expect, test } from "vitest";
import { newOfferContent } from "#test/offers.ts";
import { computeFigures } from "./arithmetic.ts";
import type { OfferContent } from "./offer.ts";
import { findProblems } from "./sending.ts";

const TODAY = "2026-11-27";

function problems(changes: Partial<OfferContent> = {}): Record<string, string> {
  const content = newOfferContent(changes);
  return findProblems(content, computeFigures(content), TODAY);
}

test("a complete offer can be sent, with its alternatives or without them", () => {
  expect(problems()).toEqual({});
  expect(problems({ later: undefined, list: undefined })).toEqual({});
});

test("an offer needs a value, a sale nearby and a closing day", () => {
  expect(problems({ value: { cents: 0, comparables: [] }, closingDays: [], later: undefined })).toEqual({
    "value.cents": "Please enter the value after repairs",
    "value.comparables": "Please name at least one sale nearby",
    closingDays: "Please offer at least one closing day",
  });
});

test("an offer that leaves nothing, or more than the value, is not sent", () => {
  expect(problems({ repairs: [{ label: "All of it", cents: 30_000_000 }], later: undefined })).toEqual({
    "margin.basisPoints": "The costs are $364,945, the value $231,000. Nothing would be left for the seller.",
  });
  expect(problems({ sum: { cents: 23_100_001, reason: "Typed a digit too many" }, later: undefined })).toEqual({
    "sum.cents": "The offer of $231,000.01 is higher than the value after repairs, $231,000",
  });
});

test("days that are over, twice there or absurdly far are named one by one", () => {
  expect(problems({ validUntil: "2026-11-26" })).toEqual({ validUntil: "Nov 26, 2026 is over" });
  expect(problems({ validUntil: "2027-12-01" })).toEqual({
    validUntil: "Dec 1, 2027 is too far: an offer is valid for at most 180 days",
  });
  expect(problems({ closingDays: ["2026-11-26", "2026-12-11", "2026-12-11", "2036-01-01"], later: undefined })).toEqual(
    {
      "closingDays.0": "Nov 26, 2026 is over",
      "closingDays.2": "Dec 11, 2026 is there twice",
      "closingDays.3": "Jan 1, 2036 is more than two years ahead",
    },
  );
  const [sale] = newOfferContent().value.comparables;
  expect(problems({ value: { cents: 23_100_000, comparables: sale ? [{ ...sale, day: "2026-12-01" }] : [] } })).toEqual(
    {
      "value.comparables.0.day": "Dec 1, 2026 is still ahead",
    },
  );
});

test("the later alternative is later, and more", () => {
  const later = newOfferContent().later as NonNullable<OfferContent["later"]>;
  expect(problems({ later: { ...later, closingDays: ["2026-12-18"] } })).toEqual({
    "later.closingDays.0": "Dec 18, 2026 is not later than Jan 8, 2027, the last day of cash now",
  });
  expect(problems({ later: { ...later, margin: { basisPoints: 3_000 } } })).toEqual({
    "later.margin.basisPoints": "This comes to $116,235, no more than cash now, $141,455",
  });
});

test("a listing has a price, and leaves something", () => {
  const list = newOfferContent().list as NonNullable<OfferContent["list"]>;
  expect(problems({ list: { ...list, priceCents: 0 } })).toEqual({
    "list.priceCents": "Please enter the price it would sell for",
  });
  expect(problems({ list: { ...list, priceCents: 100 } })).toEqual({
    "list.priceCents": "The costs are $3,600, higher than this price",
  });
});
