import { expect, test } from "vitest";
import { percentOf } from "./analytics.ts";

test("a percentage is a whole number, and 0 of nothing", () => {
  expect(percentOf(0, 0)).toBe(0);
  expect(percentOf(1, 3)).toBe(33);
  expect(percentOf(2, 3)).toBe(67);
  expect(percentOf(5, 5)).toBe(100);
});
