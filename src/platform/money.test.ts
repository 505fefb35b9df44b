import { expect, test } from "vitest";
import { formatCents, MAX_CENTS, parseCents } from "./money.ts";

test.each([
  ["1250", 125_000],
  ["1,250", 125_000],
  ["$1250.50", 125_050],
  [" $ 1,250.5 ", 125_050],
  ["0", 0],
  ["0.07", 7],
  ["0.29", 29],
  ["1,000,000,000", MAX_CENTS],
])("%s is read as %d cents", (text, cents) => {
  expect(parseCents(text)).toBe(cents);
});

test.each(["", "$", "-5", "1,25", "12,5000", "1.250,00", "1.005", "1e5", "٣", "1 250", "€5", "1,000,000,000.01"])(
  "%s is not read as an amount",
  (text) => {
    expect(parseCents(text)).toBeUndefined();
  },
);

test.each([
  [0, "$0"],
  [7, "$0.07"],
  [125_000, "$1,250"],
  [125_050, "$1,250.50"],
  [-8_000, "-$80"],
  [MAX_CENTS, "$1,000,000,000"],
])("%d cents are shown as %s", (cents, text) => {
  expect(formatCents(cents)).toBe(text);
});
