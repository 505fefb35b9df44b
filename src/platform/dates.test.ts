import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#test/drill.ts";
import {
  addDays,
  daysBetween,
  formatDay,
  formatTime,
  instantOf,
  isDay,
  wallClock,
  weekdayOf,
  zoneNames,
} from "./dates.ts";

const ZONES = ["America/Chicago", "America/Phoenix", "Pacific/Honolulu", "Asia/Kolkata", "Pacific/Auckland", "UTC"];

test("a day is a day only where the calendar has it", () => {
  for (const day of ["2026-11-20", "2028-02-29", "2027-12-31"]) expect(isDay(day)).toBe(true);
  for (const text of [
    "2027-02-30",
    "2027-02-29",
    "2026-13-01",
    "2026-1-1",
    "20261120",
    "2026-11-20T00:00",
    " 2026-11-20",
    "",
    "0000-00-00",
  ])
    expect(isDay(text)).toBe(false);
});

test("the wall clock and the instant lead back to each other, except in the hour that is skipped", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 240, max: 1439 }),
      (zone, ahead, minutes) => {
        const day = addDays("2024-01-01", ahead);
        expect(wallClock(instantOf(day, minutes, zone), zone)).toEqual({ day, minutes });
      },
    ),
    { numRuns: runs(500) },
  );
});

test("the clock that is shown twice means the first time, the one never shown lies after the change", () => {
  expect(instantOf("2027-11-07", 90, "America/Chicago").toISOString()).toBe("2027-11-07T06:30:00.000Z");
  expect(instantOf("2027-03-14", 150, "America/Chicago").toISOString()).toBe("2027-03-14T08:30:00.000Z");
});

test("days count across months, leap days and years", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysBetween("2026-11-20", "2027-02-18")).toBe(90);
  expect(weekdayOf("2026-11-22")).toBe(0);
});

test("days, times and zones read the American way", () => {
  expect(formatDay("2026-11-25", "short")).toBe("Nov 25, 2026");
  expect(formatDay("2026-11-25", "full")).toBe("Wednesday, November 25, 2026");
  expect(["00:00", "09:30", "12:00", "13:30"].map(formatTime)).toEqual(["12:00 AM", "9:30 AM", "12:00 PM", "1:30 PM"]);
  expect(zoneNames("America/Chicago")).toEqual({ name: "Central Time", abbreviation: "CT" });
});
