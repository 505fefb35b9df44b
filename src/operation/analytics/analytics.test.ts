import fc from "fast-check";
import { expect, test } from "vitest";
import { percentOf, summarizeFirstContacts } from "./analytics.ts";

test("a percentage is a whole number, and 0 of nothing", () => {
  expect(percentOf(0, 0)).toBe(0);
  expect(percentOf(1, 3)).toBe(33);
  expect(percentOf(2, 3)).toBe(67);
  expect(percentOf(5, 5)).toBe(100);
});

test("the median of counted minutes is that of the minutes one by one", () => {
  const minutes = fc.array(fc.option(fc.nat(300), { freq: 4 }), { maxLength: 60 });
  fc.assert(
    fc.property(minutes, (waits) => {
      const counts = [...Map.groupBy(waits, (wait) => wait)].map(([wait, all]) => ({
        minutes: wait,
        count: all.length,
      }));
      const sorted = waits.filter((wait) => wait !== null).sort((a, b) => a - b);
      const middle = sorted.length / 2;
      const median = (at: number) => sorted[at] ?? Number.NaN;
      const expected = Number.isInteger(middle)
        ? (median(middle - 1) + median(middle)) / 2
        : median(Math.floor(middle));
      expect(summarizeFirstContacts(counts)).toEqual({
        total: waits.length,
        contacted: sorted.length,
        median: sorted.length === 0 ? null : expected,
      });
    }),
  );
});
