import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#test/drill.ts";
import { newOfferContent } from "#test/offers.ts";
import { computeFigures, differencesOf, type Sum, shareOf, total } from "./arithmetic.ts";
import { OFFER_LIMITS, type OfferContent, offerContentSchema } from "./offer.ts";

test("an offer is the value less repairs, costs and margin", () => {
  const { cash } = computeFigures(newOfferContent());
  expect(cash.figures.map(({ label, cents }) => [label, cents])).toEqual([
    ["Value after repairs", 23_100_000],
    ["New roof", -1_450_000],
    ["Kitchen ceiling and floor", -820_000],
    ["Water heater", -190_000],
    ["Title and closing", -346_500],
    ["Agents’ commission when we sell", -1_155_000],
    ["Title and closing when we sell", -210_000],
    ["Taxes, insurance and utilities", -625_000],
    ["Our margin", -4_158_000],
  ]);
  expect(cash.cents).toBe(14_145_500);
});

test("more with a later date is the same arithmetic with its own time and margin", () => {
  const { cash, later } = computeFigures(newOfferContent());
  expect(later?.cents).toBe((cash?.cents ?? 0) + 250_000 + 693_000);
  expect(later && differencesOf(later, cash)).toEqual([
    { part: "holding", cents: -375_000, insteadOf: -625_000 },
    { part: "margin", cents: -3_465_000, insteadOf: -4_158_000 },
  ]);
});

test("a listing costs the seller commission, closing and time, and the repairs only if the seller makes them", () => {
  const asItStands = computeFigures(newOfferContent()).list;
  expect(asItStands?.figures.map(({ label, cents }) => [label, cents])).toEqual([
    ["Price, as it stands", 18_500_000],
    ["Agents’ commission", -1_110_000],
    ["Your closing costs", -370_000],
    ["Your costs until it is sold", -360_000],
  ]);
  expect(asItStands?.cents).toBe(16_660_000);
  const { list } = newOfferContent();
  const repaired = computeFigures(newOfferContent({ list: list && { ...list, isRepaired: true } })).list;
  expect(repaired?.cents).toBe(16_660_000 - 2_460_000);
});

test("a line that was changed by hand says from what and why", () => {
  const holding = { months: 5, monthlyCents: 125_000, byHand: { cents: 500_000, reason: "Sold to a neighbor" } };
  const { cash } = computeFigures(newOfferContent({ holding }));
  expect(cash.figures.find(({ part }) => part === "holding")).toEqual({
    part: "holding",
    label: "Taxes, insurance and utilities",
    cents: -500_000,
    time: { months: 5, monthlyCents: 125_000 },
    byHand: { fromCents: -625_000, reason: "Sold to a neighbor" },
  });
  expect(cash.cents).toBe(14_145_500 + 125_000);
});

test("a sum that was changed by hand is a line of its own, in either direction", () => {
  for (const cents of [14_000_000, 14_200_000]) {
    const { cash } = computeFigures(newOfferContent({ sum: { cents, reason: "Rounded" } }));
    const [last] = cash.figures.slice(-1);
    expect(last).toMatchObject({ part: "hand", cents: cents - 14_145_500 });
    expect(last?.byHand).toEqual({ fromCents: 14_145_500, reason: "Rounded" });
    expect(cash.cents).toBe(cents);
  }
});

test("a share is rounded to whole dollars, half a dollar upwards", () => {
  expect([1, 4_900, 5_000, 9_900, 15_000].map((cents) => shareOf(cents, 100))).toEqual([0, 0, 100, 100, 200]);
  expect(shareOf(OFFER_LIMITS.cents, OFFER_LIMITS.shareBasisPoints)).toBe(OFFER_LIMITS.cents / 2);
});

test("whatever is entered, the lines add up to the sum in whole cents, and stay so as JSON", () => {
  fc.assert(
    fc.property(offers, (content) => {
      const computed = computeFigures(content);
      for (const { figures, cents } of Object.values(computed) as Sum[]) {
        expect(total(figures)).toBe(cents);
        for (const line of figures) expect(Number.isSafeInteger(line.cents) && !Object.is(line.cents, -0)).toBe(true);
      }
      expect(JSON.parse(JSON.stringify(computed))).toEqual(computed);
    }),
    { numRuns: runs(200) },
  );
});

test("what is negative, too large, a fraction or not finite is refused beside its field", () => {
  for (const cents of [-1, 0.5, OFFER_LIMITS.cents + 1, Number.NaN, Number.POSITIVE_INFINITY, "5", null]) {
    const content = { ...newOfferContent(), repairs: [{ label: "Roof", cents }] };
    const { error } = offerContentSchema.safeParse(content);
    expect(
      error?.issues.map(({ path }) => path.join(".")),
      String(cents),
    ).toEqual(["repairs.0.cents"]);
  }
});

test("a cost is an amount or a percentage, and only a percentage can be changed by hand", () => {
  const pathsOf = (cost: object) => {
    const { error } = offerContentSchema.safeParse({ ...newOfferContent(), buying: [{ label: "Title", ...cost }] });
    return error?.issues.map(({ path }) => path.join(".")) ?? [];
  };
  const byHand = { cents: 1, reason: "Agreed" };
  expect(pathsOf({ cents: 5 })).toEqual([]);
  expect(pathsOf({ basisPoints: 5, byHand })).toEqual([]);
  expect(pathsOf({})).toEqual(["buying.0.cents"]);
  expect(pathsOf({ cents: 5, basisPoints: 5 })).toEqual(["buying.0.cents"]);
  expect(pathsOf({ cents: 5, byHand })).toEqual(["buying.0.byHand.cents"]);
  expect(pathsOf({ basisPoints: 5, byHand: { cents: 1, reason: " " } })).toEqual(["buying.0.byHand.reason"]);
});

const cents = fc.integer({ min: 0, max: OFFER_LIMITS.cents });
const basisPoints = fc.integer({ min: 0, max: OFFER_LIMITS.shareBasisPoints });
const byHand = fc.option(fc.record({ cents, reason: fc.constant("Agreed") }), { nil: undefined });
const label = fc.constant("Line");
const holding = fc.record({ months: fc.integer({ min: 0, max: OFFER_LIMITS.months }), monthlyCents: cents, byHand });
const share = fc.record({ basisPoints, byHand });
const costs = fc.array(fc.record({ label, basisPoints, byHand }), { maxLength: OFFER_LIMITS.costs });
const fixed = (maxLength: number) => fc.array(fc.record({ label, cents }), { maxLength });
const terms = { holding, margin: share, sum: byHand, closingDays: fc.constant<string[]>([]) };

const offers = fc
  .record({
    value: fc.record({ cents, comparables: fc.constant<OfferContent["value"]["comparables"]>([]) }),
    repairs: fixed(OFFER_LIMITS.repairs),
    buying: costs,
    selling: fixed(OFFER_LIMITS.costs),
    ...terms,
    later: fc.option(fc.record({ ...terms, why: fc.constant("Later") }), { nil: undefined }),
    list: fc.option(
      fc.record({ priceCents: cents, isRepaired: fc.constant(true), commission: share, closing: share, holding }),
      { nil: undefined },
    ),
    validUntil: fc.constant("2026-12-04"),
    note: fc.constant(""),
  })
  .map((content): OfferContent => content);
