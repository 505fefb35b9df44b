import { expect, test } from "vitest";
import { addMonths, campaignNameOf, daysOfMonth, isMonth, monthText, parseMonth } from "./spend.ts";

test.each([
  ["2026-11", "2026-11"],
  ["2026-11-01", "2026-11"],
  ["11/2026", "2026-11"],
  ["11/1/2026", "2026-11"],
  ["Nov 2026", "2026-11"],
  ["Nov-26", "2026-11"],
  [" november 2026 ", "2026-11"],
  ["Sept. 2026", undefined],
  ["2026-13", undefined],
  ["2026-11-02", undefined],
  ["1926-11", undefined],
  ["November", undefined],
  ["", undefined],
])("%j is read as the month %s", (text, month) => {
  expect(parseMonth(text)).toBe(month);
});

test("months are counted over years, and February has the days of its year", () => {
  expect(addMonths("2026-11", 2)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(["2026-02", "2028-02", "2026-12"].map(daysOfMonth)).toEqual([28, 29, 31]);
  expect(monthText("2026-11")).toBe("Nov 2026");
  expect(["2026-00", "2026-1", "2026-11 "].filter(isMonth)).toEqual([]);
});

test("an amount has the name that the report gives to the leads it brought", () => {
  expect(campaignNameOf({ source: " Post  Card", campaign: "ELM street" })).toEqual({
    source: "post card",
    campaign: "elm street",
  });
  expect(campaignNameOf({ source: "google ADS", campaign: "" })).toEqual({ source: "Google Ads", campaign: "" });
});
