import { expect, test } from "vitest";
import { formatPercent, parsePercent } from "./percent.ts";

test("percentages are read as people type them, and shown without noise", () => {
  expect(["6", "6.5", " 6.25% ", "0", "100"].map(parsePercent)).toEqual([600, 650, 625, 0, 10_000]);
  expect(["", "-1", "6,5", "1e2", "6.255", ".5", "six"].map(parsePercent)).toEqual(Array(7).fill(undefined));
  expect([600, 650, 625, 0].map(formatPercent)).toEqual(["6%", "6.5%", "6.25%", "0%"]);
});
