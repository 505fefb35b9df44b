import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { WEEKDAYS } from "#company/facts/choices.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { addDays, formatTime, instantOf, minutesOf, wallClock, weekdayOf } from "#platform/dates.ts";
import { runs } from "#test/drill.ts";
import { valuesOf } from "./booking.ts";
import { MEETING_TYPES } from "./meeting-types.ts";
import {
  availableDays,
  availableTimes,
  type BookingRules,
  findTime,
  hasCapacity,
  isUniform,
  lastMixedDay,
  type MeetingSpan,
  offeredTimes,
  outsideReason,
  siteBookingRules,
  slotSpan,
  timesOf,
} from "./slots.ts";

const ZONES = ["America/Chicago", "America/New_York", "Pacific/Honolulu", "UTC", "Asia/Kolkata", "Pacific/Auckland"];

const timeOfDay = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
const openingHours = fc
  .tuple(timeOfDay, timeOfDay)
  .map(([one, other]) => ({ opens: one < other ? one : other, closes: one < other ? other : one }));
const day = fc.integer({ min: 0, max: 800 }).map((days) => addDays("2026-01-01", days));

const closure = fc
  .tuple(day, fc.integer({ min: 0, max: 5 }))
  .map(([from, days]) => ({ from, to: addDays(from, days), reason: "Closed" }));

const anyRules: fc.Arbitrary<BookingRules> = fc.record({
  timeZone: fc.constantFrom(...ZONES),
  hours: fc.dictionary(fc.constantFrom(...WEEKDAYS), openingHours, { maxKeys: 7 }),
  slotMinutes: fc.constantFrom(15, 20, 30, 45, 60, 90),
  capacityPerSlot: fc.integer({ min: 1, max: 3 }),
  minimumNoticeMinutes: fc.constantFrom(0, 30, 120, 1440),
  changeCutOffHours: fc.constantFrom(0, 4, 24),
  horizonDays: fc.integer({ min: 1, max: 120 }),
  bufferMinutes: fc.constantFrom(0, 15, 30, 45),
  secondReminder: fc.constant(false),
  closures: fc.array(closure, { maxLength: 12 }),
  mixedThrough: fc.constant(undefined),
});

/** Of any length, at any five minutes: booked under earlier rules. */
const anyTaken = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 270 }).map((fives) => fives * 5),
    minutes: fc.constantFrom(15, 20, 30, 45, 60, 90),
    hasBuffer: fc.boolean(),
  }),
  { maxLength: 12 },
);
const anyType = fc.constantFrom(undefined, ...valuesOf(MEETING_TYPES));

test("whatever the rules: a time is listed if and only if it may be booked", () => {
  fc.assert(
    fc.property(
      anyRules,
      day,
      fc.date({ min: new Date("2026-01-01"), max: new Date("2028-02-01"), noInvalidDate: true }),
      anyTaken,
      anyType,
      (rules, date, now, taken, meetingType) => {
        const listed = availableTimes(rules, date, now, { taken, meetingType });
        const today = wallClock(now, rules.timeZone).day;
        const weekday = WEEKDAYS[weekdayOf(date)];
        const hours = weekday && rules.hours[weekday];
        const goesOut = meetingType === undefined || meetingType.startsWith("in-person");
        // Minute by minute: how many meetings run, including the time to drive to and from those in person.
        const busyAt = (minute: number) =>
          taken.filter(({ start, minutes, hasBuffer }) => {
            const buffer = hasBuffer || goesOut ? rules.bufferMinutes : 0;
            return start - buffer <= minute && minute < start + minutes + buffer;
          }).length;
        for (let minutes = 0; minutes < 1440; minutes += 5) {
          const time = `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
          const mayBeBooked =
            hours !== undefined &&
            date >= today &&
            date <= addDays(today, rules.horizonDays) &&
            !rules.closures.some(({ from, to }) => from <= date && date <= to) &&
            minutes >= minutesOf(hours.opens) &&
            minutes + rules.slotMinutes <= minutesOf(hours.closes) &&
            (minutes - minutesOf(hours.opens)) % rules.slotMinutes === 0 &&
            Array.from({ length: rules.slotMinutes }, (_, minute) => minutes + minute).every(
              (minute) => wallClock(instantOf(date, minute, rules.timeZone), rules.timeZone).minutes === minute,
            ) &&
            instantOf(date, minutes, rules.timeZone).getTime() - now.getTime() >= rules.minimumNoticeMinutes * 60_000 &&
            Array.from({ length: rules.slotMinutes }, (_, minute) => busyAt(minutes + minute)).every(
              (busy) => busy < rules.capacityPerSlot,
            );
          expect(listed.includes(time), `${date} ${time}`).toBe(mayBeBooked);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});

test("whatever the rules: a time that is listed without a type is free for every type", () => {
  fc.assert(
    fc.property(anyRules, day, anyTaken, (rules, date, taken) => {
      const now = new Date(`${addDays(date, -1)}T12:00:00Z`);
      const forEvery = availableTimes(rules, date, now, { taken });
      for (const meetingType of valuesOf(MEETING_TYPES))
        expect(availableTimes(rules, date, now, { taken, meetingType })).toEqual(expect.arrayContaining(forEvery));
    }),
    { numRuns: runs(100) },
  );
});

test("whatever the rules: meetings taken one by one from what is listed never come too close", () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.array(fc.tuple(anyType, fc.nat()), { minLength: 5, maxLength: 30 }),
      (anyCapacity, wishes) => {
        const rules = { ...anyCapacity, capacityPerSlot: 1 };
        const taken: MeetingSpan[] = [];
        const date = "2026-11-25";
        const now = new Date("2026-11-24T00:00:00Z");
        for (const [meetingType, number] of wishes) {
          const listed = availableTimes(rules, date, now, { taken, meetingType });
          const time = listed[number % listed.length];
          if (time !== undefined) taken.push(slotSpan(rules, time, meetingType));
        }
        for (const one of taken)
          for (const other of taken) {
            if (one === other || other.start < one.start) continue;
            const buffer = one.hasBuffer || other.hasBuffer ? rules.bufferMinutes : 0;
            expect(other.start - (one.start + one.minutes)).toBeGreaterThanOrEqual(buffer);
          }
      },
    ),
    { numRuns: runs(200) },
  );
});

test("whatever the rules: on an even day a slot's seats alone decide whether it is free", () => {
  fc.assert(
    fc.property(anyRules, fc.array(fc.nat(), { maxLength: 30 }), (anyBuffer, numbers) => {
      const rules = { ...anyBuffer, bufferMinutes: 0 };
      const date = "2026-11-25";
      expect(isUniform(rules, date)).toBe(true);
      const times = timesOf(rules, date);
      const seats = new Map<string, number>();
      for (const number of times.length > 0 ? numbers : []) {
        const time = times[number % times.length] ?? "";
        const taken = [...seats].flatMap(([at, count]) =>
          Array.from({ length: count }, () => slotSpan(rules, at, "phone")),
        );
        const booked = seats.get(time) ?? 0;
        expect(hasCapacity(rules, taken, slotSpan(rules, time, "phone"))).toBe(booked < rules.capacityPerSlot);
        if (booked < rules.capacityPerSlot) seats.set(time, booked + 1);
      }
    }),
    { numRuns: runs(100) },
  );
});

test("whatever the rules: the calendar's count of a day is the length of its list", () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.date({ min: new Date("2026-01-01"), max: new Date("2027-06-01"), noInvalidDate: true }),
      anyTaken,
      anyType,
      (rules, now, taken, meetingType) => {
        const days = availableDays(rules, now, { listTakenOn: () => taken, meetingType });
        expect(days).toHaveLength(rules.horizonDays + 1);
        for (const { date, available, state } of days) {
          expect(available).toBe(availableTimes(rules, date, now, { taken, meetingType }).length);
          expect(state === "open").toBe(available > 0);
        }
      },
    ),
    { numRuns: runs(60) },
  );
});

test("a day is uneven while a booking on it, cancelled ones too, is not one slot in one of its seats", () => {
  const rules = { ...siteBookingRules(currentFacts()), capacityPerSlot: 2 };
  const fits = { day: "2026-11-25", time: "09:00", minutes: 30, seat: 1 };
  expect(lastMixedDay(rules, [fits, { ...fits, seat: undefined }])).toBeUndefined();
  for (const change of [{ time: "09:15" }, { minutes: 60 }, { seat: 2 }, { day: "2026-11-29" }, { time: "18:00" }])
    expect(lastMixedDay(rules, [fits, { ...fits, ...change }]), JSON.stringify(change)).toBe(
      change.day ?? "2026-11-25",
    );
  const uneven = { ...rules, mixedThrough: "2026-11-25" };
  expect(["2026-11-25", "2026-11-26"].map((date) => isUniform(uneven, date))).toEqual([false, true]);
});

test("the reason why a meeting falls outside uses the owner's terms", () => {
  const rules = {
    ...siteBookingRules(currentFacts()),
    bufferMinutes: 30,
    closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Family" }],
  };
  const meeting = { day: "2026-11-25", start: 600, minutes: 30, hasBuffer: true };
  const phone = { start: 600, minutes: 30, hasBuffer: false };
  expect(outsideReason(rules, meeting, [])).toBeUndefined();
  expect(outsideReason(rules, { ...meeting, day: "2026-12-25" }, [])).toBe("closed: Family");
  expect(outsideReason(rules, { ...meeting, day: "2026-11-29" }, [])).toBe("closed on Sundays");
  expect(outsideReason(rules, { ...meeting, start: 1_070 }, [])).toBe("outside the hours, 9:00 AM to 6:00 PM");
  expect(outsideReason(rules, meeting, [{ ...phone, start: 645 }])).toBe("within 30 minutes of another meeting");
  expect(outsideReason(rules, meeting, [phone])).toBe("more meetings at the same time than can be held");
  expect(outsideReason(rules, meeting, [{ ...phone, start: 660 }])).toBeUndefined();
});

test("the shipped rules offer 9:00 AM to 5:30 PM on weekdays, 10:00 AM to 3:30 PM on Saturdays and nothing on Sundays", () => {
  const now = new Date("2026-11-20T06:00:00Z");
  const labels = (date: string) => offeredTimes(siteBookingRules(currentFacts()), date, now).map(formatTime);
  expect(labels("2026-11-25")).toHaveLength(18);
  expect([labels("2026-11-25")[0], labels("2026-11-25").at(-1)]).toEqual(["9:00 AM", "5:30 PM"]);
  expect([labels("2026-11-28")[0], labels("2026-11-28").at(-1)]).toEqual(["10:00 AM", "3:30 PM"]);
  expect(labels("2026-11-29")).toEqual([]);
});

test("today stays open while a time is two hours away, by the company's clock", () => {
  const at = (instant: string) =>
    offeredTimes(siteBookingRules(currentFacts()), "2026-11-20", new Date(instant)).map(formatTime);
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
    import { offeredTimes, siteBookingRules } from "#inquiries/bookings/slots.ts";
    import { seedFacts } from "#company/facts/seed.ts";
    import { formatDay, formatTime, instantOf, minutesOf } from "#platform/dates.ts";
    const rules = siteBookingRules(seedFacts());
    const days = ${JSON.stringify(AROUND_CLOCK_CHANGES)};
    console.log(JSON.stringify(days.map((day) => [formatDay(day, "full"), offeredTimes(rules, day, new Date(day + "T00:00:00Z")).map((time) =>
      [formatTime(time), instantOf(day, minutesOf(time), rules.timeZone).toISOString()])])));`;
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
