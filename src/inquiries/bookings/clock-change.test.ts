import fc from "fast-check";
import { expect, test } from "vitest";
import { WEEKDAYS } from "#company/facts/choices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { addDays, formatTime, instantOf, minutesOf, timeOf, wallClock } from "#platform/dates.ts";
import { runs } from "#test/drill.ts";
import {
  availableDays,
  type BookingRules,
  lastMixedDay,
  offeredTimes,
  outsideReason,
  siteBookingRules,
  timesOf,
} from "./slots.ts";

const ZONES = ["America/Chicago", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Auckland", "UTC"];

function isShown(date: string, minutes: number, timeZone: string): boolean {
  return wallClock(instantOf(date, minutes, timeZone), timeZone).minutes === minutes;
}

/** Days with a clock change in one of the zones, and the days around them. */
const changeDay = fc
  .tuple(
    fc.constantFrom("2026-03-08", "2026-04-05", "2026-09-27", "2026-11-01", "2027-03-14", "2027-04-04", "2027-11-07"),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([date, days]) => addDays(date, days));

test("whatever the rules: every minute of what is offered is shown by the company's clock, and nothing is offered twice", () => {
  const atNight = fc.record({
    opens: fc.constantFrom("00:00", "01:15", "02:00"),
    closes: fc.constantFrom("03:00", "06:00"),
  });
  const anyLength = fc.constantFrom(15, 20, 30, 60, 90);
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), anyLength, changeDay, atNight, (timeZone, slotMinutes, date, hours) => {
      const rules = { ...siteBookingRules(currentFacts()), timeZone, slotMinutes };
      const always = { ...rules, closures: [], hours: Object.fromEntries(WEEKDAYS.map((name) => [name, hours])) };
      const now = new Date(`${addDays(date, -1)}T00:00:00Z`);
      const opens = minutesOf(hours.opens);
      const times: string[] = [];
      for (let start = opens; start + rules.slotMinutes <= minutesOf(hours.closes); start += rules.slotMinutes)
        if (
          Array.from({ length: rules.slotMinutes }, (_, minute) => isShown(date, start + minute, rules.timeZone)).every(
            Boolean,
          )
        )
          times.push(timeOf(start));
      expect(timesOf(always, date), `${date} ${rules.timeZone}`).toEqual(times);
      expect(times).toEqual(expect.arrayContaining(offeredTimes(always, date, now)));
    }),
    { numRuns: runs(200) },
  );
});

test("in the night that clocks go forward the skipped hour is not offered; in the one they go back the doubled hour once", () => {
  const night = { opens: "01:00", closes: "04:00" };
  const rules = { ...siteBookingRules(currentFacts()), hours: { sunday: night }, horizonDays: 365 };
  const on = (date: string, changes: Partial<BookingRules> = {}) =>
    offeredTimes({ ...rules, ...changes }, date, new Date("2027-03-01T00:00:00Z")).map(formatTime);
  const all = ["1:00 AM", "1:30 AM", "2:00 AM", "2:30 AM", "3:00 AM", "3:30 AM"];
  expect(on("2027-03-07")).toEqual(all);
  expect(on("2027-03-14")).toEqual(["1:00 AM", "1:30 AM", "3:00 AM", "3:30 AM"]);
  expect(on("2027-11-07")).toEqual(all);
  // A meeting that would last into the skipped hour would end at its end, so it is not offered.
  expect(on("2027-03-14", { slotMinutes: 90 })).toEqual([]);
  expect(on("2027-03-14", { slotMinutes: 60 })).toEqual(["1:00 AM", "3:00 AM"]);
});

test("a day whose hours the clock change skips is closed, and says why", () => {
  const rules = { ...siteBookingRules(currentFacts()), hours: { sunday: { opens: "02:00", closes: "03:00" } } };
  const days = availableDays(rules, new Date("2027-03-06T12:00:00Z"), { listTakenOn: () => [] });
  const sundays = days.filter(({ date }) => date === "2027-03-07" || date === "2027-03-14" || date === "2027-03-21");
  expect(sundays).toEqual([
    { date: "2027-03-07", state: "open", available: 2 },
    { date: "2027-03-14", state: "closed", available: 0, reason: "closed: the clocks skip these hours" },
    { date: "2027-03-21", state: "open", available: 2 },
  ]);
});

test("what was booked into the skipped hour by other rules stands, and is listed as outside", () => {
  const rules = { ...siteBookingRules(currentFacts()), hours: { sunday: { opens: "01:00", closes: "04:00" } } };
  const meeting = { day: "2027-03-14", minutes: 30, hasBuffer: false };
  for (const start of [100, 120, 179])
    expect(outsideReason(rules, { ...meeting, start }, [])).toBe("skipped by the clock change, 2:00 AM to 3:00 AM");
  for (const start of [90, 180]) expect(outsideReason(rules, { ...meeting, start }, [])).toBeUndefined();
  const booked = { day: "2027-03-14", minutes: 30, seat: 0 };
  expect(lastMixedDay(rules, [{ ...booked, time: "02:30" }])).toBe("2027-03-14");
  expect(lastMixedDay(rules, [{ ...booked, time: "03:00" }])).toBeUndefined();
});
