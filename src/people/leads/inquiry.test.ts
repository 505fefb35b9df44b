import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { businessMinutes, durationText, isLongWait, isOverdue, overdueAt, siteLeadRules, waitText } from "./inquiry.ts";

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
  const due = overdueAt(friday("15:00:00"), siteLeadRules(currentFacts())) as Date;
  expect(due).toEqual(friday("17:00:00"));
  const waitedUntil = (time: string) =>
    businessMinutes(friday("15:00:00"), friday(time), siteLeadRules(currentFacts()));
  expect(isOverdue(waitedUntil("16:59:59"), siteLeadRules(currentFacts()))).toBe(false);
  expect(isOverdue(waitedUntil("17:00:00"), siteLeadRules(currentFacts()))).toBe(true);
});

test("where the owner wants no reminder, nothing is ever overdue", () => {
  const off = { ...siteLeadRules(currentFacts()), overdueAfterMinutes: null };
  expect(overdueAt(friday("15:00:00"), off)).toBeUndefined();
  expect(isOverdue(1_000_000, off)).toBe(false);
});
