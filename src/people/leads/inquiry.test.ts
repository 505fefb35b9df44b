import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import {
  afterBusinessMinutes,
  businessMinutes,
  durationText,
  isLongWait,
  isOverdue,
  siteLeadRules,
  waitText,
} from "./inquiry.ts";

const friday = (time: string) => new Date(`2026-11-20T${time}Z`);

test.each([
  [0, "0 min"],
  [35, "35 min"],
  [60, "1 h"],
  [130, "2 h 10 min"],
  [12.5, "13 min"],
  [51 * 60 + 20, "51 h"],
  [90_000, "1,500 h"],
])("%d business minutes read as %s", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test("a wait is shown in business hours, with its beginning on the company's clock", () => {
  const since = new Date("2026-10-13T03:00:00Z");
  expect(waitText(currentFacts(), since, 0)).toBe("0 min of business hours since Oct 12, 2026, 10:00 PM");
  expect([99 * 60 + 59, 100 * 60].map(isLongWait)).toEqual([false, true]);
});

test("a lead is overdue from the owner's number of business minutes on", () => {
  const rules = siteLeadRules(currentFacts());
  expect(afterBusinessMinutes(friday("15:00:00"), rules.overdueAfterMinutes, rules)).toEqual(friday("15:05:00"));
  const waitedUntil = (time: string) => businessMinutes(friday("15:00:00"), friday(time), rules);
  expect(isOverdue(waitedUntil("15:04:59"), rules)).toBe(false);
  expect(isOverdue(waitedUntil("15:05:00"), rules)).toBe(true);
});

test("where the owner wants no reminder, nothing is ever overdue", () => {
  const off = { ...siteLeadRules(currentFacts()), overdueAfterMinutes: null };
  expect(afterBusinessMinutes(friday("15:00:00"), off.overdueAfterMinutes, off)).toBeUndefined();
  expect(isOverdue(1_000_000, off)).toBe(false);
});
