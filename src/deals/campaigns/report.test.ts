import fc from "fast-check";
import { expect, test } from "vitest";
import { allocateCents, costOf, NO_FIGURES, rateOf, ratesOf, sumOf } from "./report.ts";

test("no share and no cost is said of fewer than five", () => {
  expect([rateOf(4, 4), rateOf(0, 0), rateOf(1, 5), rateOf(5, 7)]).toEqual([undefined, undefined, 20, 71]);
  const spent = { ...NO_FIGURES, spendCents: 100_000 };
  const paid = (leads: number, held = leads) => ({ ...NO_FIGURES.paid, leads, held });
  const costs = [4, 0, 5, 6].map((leads) => costOf({ ...spent, leads: 9, paid: paid(leads) }, "leads"));
  expect(costs).toEqual([undefined, undefined, 20_000, 16_667]);
  expect(costOf({ ...NO_FIGURES, leads: 100, paid: paid(100) }, "leads")).toBeUndefined();
  const row = { ...spent, leads: 10, held: 5, offers: 4 };
  expect(ratesOf({ ...row, paid: paid(10) }, "leads")).toEqual(["$100 each"]);
  // Half of them came by what was not paid for.
  expect(ratesOf({ ...row, paid: paid(5) }, "leads")).toEqual(["$200 each of 5"]);
  expect(ratesOf({ ...row, paid: paid(10, 5) }, "held")).toEqual(["50%", "$200 each"]);
  expect(ratesOf({ ...spent, leads: 10, held: 5, offers: 4 }, "offers")).toEqual(["40%"]);
  expect(ratesOf({ ...spent, leads: 4, held: 4 }, "held")).toEqual([]);
});

test("what was not entered stays unknown in a sum, and nothing spent is an amount", () => {
  expect(sumOf([NO_FIGURES, NO_FIGURES]).spendCents).toBeNull();
  expect(sumOf([NO_FIGURES, { ...NO_FIGURES, spendCents: 0 }]).spendCents).toBe(0);
  expect(
    sumOf([
      { ...NO_FIGURES, spendCents: 5, spreadCents: -7 },
      { ...NO_FIGURES, spendCents: 6 },
    ]),
  ).toMatchObject({
    spendCents: 11,
    spreadCents: -7,
  });
});

test("cents that are shared out add up to all of them, in the order of the weights", () => {
  const weights = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000 }), weights, (cents, some) => {
      fc.pre(some.some((weight) => weight > 0));
      const shares = allocateCents(cents, some);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
      const total = some.reduce((sum, weight) => sum + weight, 0);
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (cents * (some[index] ?? 0)) / total)).toBeLessThanOrEqual(1);
    }),
  );
});
