import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, instantOf, minutesOf, wallClock, weekdayOf } from "#platform/dates.ts";
import { WEEKDAYS } from "#platform/site-config.ts";
import {
  availableDays,
  availableTimes,
  type BookingRules,
  findTime,
  offeredTimes,
  siteBookingRules,
  slotLabel,
} from "./slots.ts";

const ZONES = ["America/Chicago", "America/New_York", "Pacific/Honolulu", "UTC", "Asia/Kolkata", "Pacific/Auckland"];

const timeOfDay = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
const openingHours = fc
  .tuple(timeOfDay, timeOfDay)
  .map(([one, other]) => ({ opens: one < other ? one : other, closes: one < other ? other : one }));
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays("2026-01-01", days));

const anyRules: fc.Arbitrary<BookingRules> = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  hours: fc.dictionary(fc.constantFrom(...WEEKDAYS), openingHours, { maxKeys: 7 }),
  slotMinutes: fc.constantFrom(15, 20, 30, 45, 60, 90),
  capacityPerSlot: fc.integer({ min: 1, max: 3 }),
  minimumNoticeMinutes: fc.constantFrom(0, 30, 120, 1440),
  changeCutOffHours: fc.constantFrom(0, 4, 24),
  horizonDays: fc.integer({ min: 1, max: 120 }),
  closedDates: fc.array(fc.record({ date: day, reason: fc.constant("Closed") }), { maxLength: 20 }),
});

test("whatever the rules: a time is listed if and only if it may be booked", () => {
  fc.assert(
    fc.property(
      anyRules,
      day,
      fc.date({ min: new Date("2026-01-01"), max: new Date("2028-02-01"), noInvalidDate: true }),
      fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
      (rules, date, now, taken) => {
        const held = new Map(offeredTimes(rules, date, now).map((time) => [time, taken.next().value ?? 0]));
        const listed = availableTimes(rules, date, now, held);
        const today = wallClock(now, rules.timeZone).day;
        const weekday = WEEKDAYS[weekdayOf(date)];
        const hours = weekday && rules.hours[weekday];
        for (let minutes = 0; minutes < 1440; minutes += 5) {
          const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
          const mayBeBooked =
            hours !== undefined &&
            date >= today &&
            date <= addDays(today, rules.horizonDays) &&
            !rules.closedDates.some((closed) => closed.date === date) &&
            minutes >= minutesOf(hours.opens) &&
            minutes + rules.slotMinutes <= minutesOf(hours.closes) &&
            (minutes - minutesOf(hours.opens)) % rules.slotMinutes === 0 &&
            instantOf(date, minutes, rules.timeZone).getTime() - now.getTime() >= rules.minimumNoticeMinutes * 60_000 &&
            (held.get(time) ?? 0) < rules.capacityPerSlot;
          expect(listed.includes(time), `${date} ${time}`).toBe(mayBeBooked);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test("whatever the rules: the calendar's count of a day is the length of its list", () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.date({ min: new Date("2026-01-01"), max: new Date("2027-06-01"), noInvalidDate: true }),
      (rules, now) => {
        const days = availableDays(rules, now, () => new Map());
        expect(days).toHaveLength(rules.horizonDays + 1);
        for (const { date, available, state } of days) {
          expect(available).toBe(availableTimes(rules, date, now, new Map()).length);
          expect(state === "open").toBe(available > 0);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("the shipped rules offer 9:00 AM to 5:30 PM on weekdays, 10:00 AM to 3:30 PM on Saturdays and nothing on Sundays", () => {
  const now = new Date("2026-11-20T06:00:00Z");
  const labels = (date: string) => offeredTimes(siteBookingRules, date, now).map(slotLabel);
  expect(labels("2026-11-25")).toHaveLength(18);
  expect([labels("2026-11-25")[0], labels("2026-11-25").at(-1)]).toEqual(["9:00 AM", "5:30 PM"]);
  expect([labels("2026-11-28")[0], labels("2026-11-28").at(-1)]).toEqual(["10:00 AM", "3:30 PM"]);
  expect(labels("2026-11-29")).toEqual([]);
});

test("today stays open while a time is two hours away, by the company's clock", () => {
  const at = (instant: string) => offeredTimes(siteBookingRules, "2026-11-20", new Date(instant)).map(slotLabel);
  expect(at("2026-11-20T21:00:00Z")[0]).toBe("5:00 PM");
  expect(at("2026-11-20T21:30:00Z")).toEqual(["5:30 PM"]);
  expect(at("2026-11-20T21:30:01Z")).toEqual([]);
});

test("a label counts only where it is spelled exactly as offered", () => {
  expect(findTime(["09:00", "13:30"], "1:30 PM")).toBe("13:30");
  for (const label of ["1:30 pm", "01:30 PM", "13:30", " 1:30 PM", "1:30PM", "2:00 PM"])
    expect(findTime(["09:00", "13:30"], label)).toBeUndefined();
});

const AROUND_CLOCK_CHANGES = [
  "2027-03-12",
  "2027-03-13",
  "2027-03-14",
  "2027-03-15",
  "2027-11-05",
  "2027-11-06",
  "2027-11-07",
  "2027-11-08",
];

test("around both clock changes every process zone gives the same times at the same instants", () => {
  const script = `
    import { offeredTimes, siteBookingRules, slotLabel } from "#bookings/slots.ts";
    import { instantOf, minutesOf, formatDay } from "#platform/dates.ts";
    const days = ${JSON.stringify(AROUND_CLOCK_CHANGES)};
    console.log(JSON.stringify(days.map((day) => [formatDay(day, "full"), offeredTimes(siteBookingRules, day, new Date(day + "T00:00:00Z")).map((time) =>
      [slotLabel(time), instantOf(day, minutesOf(time), siteBookingRules.timeZone).toISOString()])])));`;
  const inZone = (TZ: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, TZ },
      encoding: "utf8",
    });
  const utc = inZone("UTC");
  expect(inZone("Asia/Tokyo")).toBe(utc);
  expect(inZone("America/Chicago")).toBe(utc);
  expect(inZone("Pacific/Auckland")).toBe(utc);
  const days = new Map<string, [string, string][]>(JSON.parse(utc));
  expect(days.get("Saturday, March 13, 2027")?.[0]).toEqual(["10:00 AM", "2027-03-13T16:00:00.000Z"]);
  expect(days.get("Monday, March 15, 2027")?.[0]).toEqual(["9:00 AM", "2027-03-15T14:00:00.000Z"]);
  expect(days.get("Saturday, November 6, 2027")?.[0]).toEqual(["10:00 AM", "2027-11-06T15:00:00.000Z"]);
  expect(days.get("Monday, November 8, 2027")?.[0]).toEqual(["9:00 AM", "2027-11-08T15:00:00.000Z"]);
  expect(days.get("Sunday, March 14, 2027")).toEqual([]);
});
