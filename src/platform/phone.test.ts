import { expect, test } from "vitest";
import { cleanPhone, formatPhone, isPhone, phoneDigits, phoneHref } from "./phone.ts";

test("every way Americans write a number is taken and shown alike", () => {
  for (const typed of [
    "(312) 555-0100",
    "312.555.0100",
    "+1 312 555 0100",
    "3125550100",
    "+1(312)555-0100",
    "312 555-0100",
    "(312) 555\u20130100",
    "\u202a+1\u00a0(312) 555\u20110100\u202c",
    "312\u2009555\u20140100",
  ]) {
    expect(isPhone(cleanPhone(typed)), typed).toBe(true);
    expect(formatPhone(typed), typed).toBe("(312) 555-0100");
    expect(phoneDigits(cleanPhone(typed)), typed).toBe("3125550100");
  }
  expect(phoneHref("(312) 555-0100")).toBe("tel:+13125550100");
});

test("a text that is no number is refused and stays as typed", () => {
  for (const typed of ["call me", "555-010", "+44 20 7946 0958", "312-555-0100 ext 5", "", "5".repeat(31)]) {
    expect(isPhone(cleanPhone(typed)), typed).toBe(false);
    expect(formatPhone(typed)).toBe(typed.trim());
  }
});

test("a local number keeps its shape", () => {
  expect(cleanPhone("555-0100")).toBe("555-0100");
  expect(isPhone("555-0100")).toBe(true);
  expect(formatPhone("555-0100")).toBe("555-0100");
});
