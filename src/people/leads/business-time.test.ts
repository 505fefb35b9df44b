import fc from "fast-check";
import { expect, test } from "vitest";
import { WEEKDAYS } from "#company/facts/choices.ts";
import { addDays, timeOf, wallClock, weekdayOf } from "#platform/dates.ts";
import { runs } from "#test/drill.ts";
import { afterBusinessTime, type BusinessCalendar, businessTimeBetween } from "./business-time.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const weekday = { opens: "09:00", closes: "18:00" };
const springfield: BusinessCalendar = {
  timeZone: "America/Chicago",
  hours: {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday: { opens: "10:00", closes: "16:00" },
  },
  closures: [{ from: "2026-11-26", to: "2026-11-26" }],
};

test.each([
  ["within one day", "2026-11-20T15:00:00Z", "2026-11-20T17:10:00Z", 130],
  ["before opening it stands still", "2026-11-20T12:00:00Z", "2026-11-20T15:05:00Z", 5],
  ["from Saturday night it begins on Monday at nine", "2026-11-22T03:00:00Z", "2026-11-23T15:01:00Z", 1],
  ["on Sunday it stands still", "2026-11-22T15:00:00Z", "2026-11-22T23:00:00Z", 0],
  ["overnight", "2026-11-20T23:00:00Z", "2026-11-21T17:00:00Z", 120],
  ["a week has 51 hours", "2026-11-16T06:00:00Z", "2026-11-23T06:00:00Z", 51 * 60],
  ["a closed date has none", "2026-11-26T06:00:00Z", "2026-11-27T06:00:00Z", 0],
  ["over the night the clocks go forward", "2027-03-13T21:00:00Z", "2027-03-15T14:30:00Z", 90],
  ["over the night the clocks go back", "2026-10-31T20:00:00Z", "2026-11-02T15:30:00Z", 90],
  ["backwards there is none", "2026-11-20T17:00:00Z", "2026-11-20T15:00:00Z", 0],
])("business time counts opening hours on the company's clock: %s", (_case, from, to, minutes) => {
  expect(businessTimeBetween(new Date(from), new Date(to), springfield)).toBe(minutes * MINUTE);
});

test.each([
  ["on Saturday night it is up on Monday", "2026-11-22T03:00:00Z", 120, "2026-11-23T17:00:00Z"],
  ["late on Friday it goes on on Saturday", "2026-11-20T23:30:00Z", 120, "2026-11-21T17:30:00Z"],
  ["it is up at the stroke of closing", "2026-11-20T22:00:00Z", 120, "2026-11-21T00:00:00Z"],
  ["a closed date is passed over", "2026-11-25T23:00:00Z", 120, "2026-11-27T16:00:00Z"],
])("two business hours after an instant: %s", (_case, from, minutes, expected) => {
  expect(afterBusinessTime(new Date(from), minutes * MINUTE, springfield)).toEqual(new Date(expected));
});

test("a business that never opens lets no time pass", () => {
  const never = { ...springfield, hours: {} };
  expect(businessTimeBetween(new Date("2026-01-01"), new Date("2027-01-01"), never)).toBe(0);
  expect(afterBusinessTime(new Date("2026-01-01"), MINUTE, never)).toBeUndefined();
});

const time = fc.integer({ min: 0, max: 95 }).map((quarter) => timeOf(quarter * 15));
const opening = fc
  .tuple(time, time)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { opens: a, closes: b } : { opens: b, closes: a }));
const calendars: fc.Arbitrary<BusinessCalendar> = fc.record({
  // Clocks that change at midnight, by half an hour, in the southern hemisphere, and never.
  timeZone: fc.constantFrom(
    "America/Chicago",
    "Europe/Berlin",
    "America/Havana",
    "Australia/Lord_Howe",
    "Asia/Kolkata",
  ),
  hours: fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, opening])), { requiredKeys: ["monday"] }),
  closures: fc.array(
    fc.record({ from: fc.integer({ min: 1, max: 28 }), days: fc.integer({ min: 0, max: 3 }) }).map(({ from, days }) => {
      const first = `2026-03-${String(from).padStart(2, "0")}`;
      return { from: first, to: addDays(first, days) };
    }),
    { maxLength: 5 },
  ),
});
const quarters = fc.integer({ min: 0, max: 4 * 24 * 400 });
const instantAt = (quarter: number) => new Date(Date.UTC(2025, 11, 1) + quarter * 15 * MINUTE);

test("business time is the sum of the quarters of an hour whose wall clock shows opening hours", () => {
  fc.assert(
    fc.property(calendars, quarters, fc.integer({ min: 0, max: 4 * 24 * 10 }), (calendar, start, length) => {
      let expected = 0;
      for (let quarter = start; quarter < start + length; quarter++)
        if (isOpen(instantAt(quarter), calendar)) expected += 15 * MINUTE;
      const counted = businessTimeBetween(instantAt(start), instantAt(start + length), calendar);
      // In an hour that the wall clock shows twice or skips, opening hours are the time between two instants.
      expect(Math.abs(counted - expected)).toBeLessThanOrEqual(changesOffset(calendar, start, length) ? 2 * HOUR : 0);
    }),
    { numRuns: runs(300) },
  );
});

test("after so much business time exactly so much has passed, and not a moment earlier", () => {
  fc.assert(
    fc.property(calendars, quarters, fc.integer({ min: 1, max: 40 * 60 }), (calendar, start, minutes) => {
      const from = instantAt(start);
      const due = afterBusinessTime(from, minutes * MINUTE, calendar) as Date;
      expect(businessTimeBetween(from, due, calendar)).toBe(minutes * MINUTE);
      expect(businessTimeBetween(from, new Date(due.getTime() - 1), calendar)).toBe(minutes * MINUTE - 1);
    }),
    { numRuns: runs(300) },
  );
});

test("business time adds up", () => {
  fc.assert(
    fc.property(calendars, fc.tuple(quarters, quarters, quarters), (calendar, some) => {
      const [a, b, c] = [...some].sort((one, other) => one - other).map(instantAt) as [Date, Date, Date];
      const whole = businessTimeBetween(a, c, calendar);
      expect(businessTimeBetween(a, b, calendar) + businessTimeBetween(b, c, calendar)).toBe(whole);
    }),
    { numRuns: runs(100) },
  );
});

function isOpen(instant: Date, { timeZone, hours, closures }: BusinessCalendar): boolean {
  const { day, minutes } = wallClock(instant, timeZone);
  const open = hours[WEEKDAYS[weekdayOf(day)] ?? "sunday"];
  if (!open || closures.some(({ from, to }) => from <= day && day <= to)) return false;
  return timeOf(minutes) >= open.opens && timeOf(minutes) < open.closes;
}

function changesOffset(calendar: BusinessCalendar, start: number, length: number): boolean {
  const offset = (quarter: number) => {
    const instant = instantAt(quarter);
    const { day, minutes } = wallClock(instant, calendar.timeZone);
    return Math.round((Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE - instant.getTime()) / MINUTE);
  };
  return offset(start - 96) !== offset(start + length + 96);
}
