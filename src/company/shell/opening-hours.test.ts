import { expect, test } from "vitest";
import { openingAt, weeklyHours } from "./opening-hours.ts";

const weekday = { opens: "09:00", closes: "18:00" };
const hours = {
  monday: weekday,
  tuesday: weekday,
  wednesday: weekday,
  thursday: weekday,
  friday: weekday,
  saturday: { opens: "10:00", closes: "16:00" },
};
const springfield = { hours, timeZone: "America/Chicago", closures: [] };

test("the week reads as people say it, neighbouring days with the same hours in one line", () => {
  expect(weeklyHours(hours)).toEqual([
    { days: "Mon-Fri", hours: "9:00 AM-6:00 PM" },
    { days: "Sat", hours: "10:00 AM-4:00 PM" },
    { days: "Sun", hours: "closed" },
  ]);
});

test.each([
  ["just before opening", "2026-11-20T14:59:00Z", { open: false, opens: "today 9:00 AM" }],
  ["at the stroke of opening", "2026-11-20T15:00:00Z", { open: true, until: "6:00 PM" }],
  ["at the stroke of closing", "2026-11-21T00:00:00Z", { open: false, opens: "tomorrow 10:00 AM" }],
  ["on Saturday evening", "2026-11-21T23:00:00Z", { open: false, opens: "Mon 9:00 AM" }],
  ["on Sunday", "2026-11-22T18:00:00Z", { open: false, opens: "tomorrow 9:00 AM" }],
  ["on the Monday after the clocks changed", "2027-03-15T14:00:00Z", { open: true, until: "6:00 PM" }],
])("open or closed is worked out in the business's own time zone: %s", (_when, now, expected) => {
  expect(openingAt(new Date(now), springfield)).toEqual(expected);
});

test("closed days are skipped, the last one too", () => {
  const closures = [{ from: "2026-11-26", to: "2026-11-27" }];
  expect(openingAt(new Date("2026-11-26T18:00:00Z"), { ...springfield, closures })).toEqual({
    open: false,
    opens: "Sat 10:00 AM",
  });
});

test("a business without hours never claims to open", () => {
  expect(openingAt(new Date("2026-11-26T18:00:00Z"), { ...springfield, hours: {} })).toEqual({
    open: false,
    opens: "",
  });
});
