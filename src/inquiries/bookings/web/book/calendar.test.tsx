import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { DayAvailability } from "#inquiries/bookings/open-times.ts";
import { addDays } from "#platform/dates.ts";
import { Calendar } from "./calendar.tsx";

const TODAY = "2026-11-20";

/** Six weeks from a Friday: Sundays closed, Thanksgiving with a reason, one day full and one with a single time. */
const DAYS: DayAvailability[] = Array.from({ length: 42 }, (_, index) => {
  const date = addDays(TODAY, index);
  if (date === TODAY) return { date, state: "past", available: 0 };
  if (date === "2026-11-26") return { date, state: "closed", available: 0, reason: "closed: Thanksgiving Day" };
  if (date === "2026-11-24") return { date, state: "full", available: 0 };
  if (index % 7 === 2) return { date, state: "closed", available: 0, reason: "closed on Sundays" };
  return { date, state: "open", available: date === "2026-11-21" ? 1 : 16 };
});

async function showCalendar() {
  const onSelect = vi.fn();
  const onRefuse = vi.fn();
  const screen = await render(<Calendar days={DAYS} selected={undefined} onSelect={onSelect} onRefuse={onRefuse} />);
  return { screen, onSelect, onRefuse };
}

const LABELS = [
  ["19", "Thursday, November 19, 2026, in the past"],
  ["20", "Friday, November 20, 2026, today, no times left"],
  ["21", "Saturday, November 21, 2026, 1 time available"],
  ["22", "Sunday, November 22, 2026, closed on Sundays"],
  ["23", "Monday, November 23, 2026, 16 times available"],
  ["24", "Tuesday, November 24, 2026, fully booked"],
  ["26", "Thursday, November 26, 2026, closed: Thanksgiving Day"],
] as const;

test("each day says how many times it has, or why it has none", async () => {
  const { screen } = await showCalendar();
  await expect.element(screen.getByRole("heading", { name: "November 2026" })).toBeVisible();
  for (const [number, name] of LABELS)
    await expect.element(screen.getByRole("button", { name })).toHaveTextContent(number);
  await expect
    .element(screen.getByRole("list", { name: "Closed days this month" }))
    .toHaveTextContent("Thu, Nov 26 Closed: Thanksgiving Day");
  await screen.getByRole("button", { name: "Next month" }).click();
  await screen.getByRole("button", { name: "Thursday, December 31, 2026, 16 times available" }).click();
  await expect.element(screen.getByRole("button", { name: "Next month" })).toHaveAttribute("aria-disabled", "true");
});

const KEYS = [
  ["{ArrowRight}", "2026-11-22"],
  ["{ArrowDown}", "2026-11-29"],
  ["{ArrowLeft}", "2026-11-28"],
  ["{ArrowUp}", "2026-11-21"],
  ["{Home}", "2026-11-15"],
  ["{End}", "2026-11-21"],
  ["{PageDown}", "2026-12-21"],
  ["{PageDown}", "2026-12-31"],
  ["{PageUp}", "2026-11-30"],
  ["{PageUp}", "2026-11-01"],
] as const;

test("the arrow keys, Home, End and the page keys move through the days, and stay within the months on offer", async () => {
  const { screen } = await showCalendar();
  await screen.getByRole("button", { name: /^Saturday, November 21/ }).click();
  for (const [key, day] of KEYS) {
    await userEvent.keyboard(key);
    await expect.poll(() => (document.activeElement as HTMLElement).dataset.day, { message: key }).toBe(day);
  }
  expect(document.querySelectorAll('[data-day][tabindex="0"]')).toHaveLength(1);
});

test("Enter and Space choose an open day; any other day is refused by name and keeps the focus", async () => {
  const { screen, onSelect, onRefuse } = await showCalendar();
  await screen.getByRole("button", { name: /^Saturday, November 21/ }).click();
  expect(onSelect.mock.calls).toEqual([["2026-11-21"]]);
  await userEvent.keyboard("{ArrowRight}{Enter}");
  expect(onRefuse.mock.calls).toEqual([["2026-11-22"]]);
  await expect.element(screen.getByRole("button", { name: /^Sunday, November 22/ })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight} ");
  expect(onSelect.mock.calls).toEqual([["2026-11-21"], ["2026-11-23"]]);
});
