import { expect, test } from "vitest";
import { summarizeFirstContacts, type Wait } from "./speed.ts";

const wait = (minutes: number | null, businessMinutes = minutes): Wait => ({
  waitingSince: "2026-11-20T03:00:00.000Z",
  contactedAt: minutes === null ? null : new Date(Date.UTC(2026, 10, 20, 3, minutes)).toISOString(),
  minutes: businessMinutes,
});

test("both clocks have a median, and who was reached within five minutes is counted among all", () => {
  const none = { total: 0, contacted: 0, median: null, wallMedian: null, withinFive: 0 };
  expect(summarizeFirstContacts([])).toEqual(none);
  expect(summarizeFirstContacts([wait(null)])).toEqual({ ...none, total: 1 });
  // Who writes at night waits 720 minutes, of which 2 are business hours.
  expect(summarizeFirstContacts([wait(720, 2), wait(5), wait(null), wait(6)])).toEqual({
    total: 4,
    contacted: 3,
    median: 5,
    wallMedian: 6,
    withinFive: 1,
  });
  expect(summarizeFirstContacts([wait(1), wait(4)])).toMatchObject({ median: 2.5, wallMedian: 2.5, withinFive: 2 });
});
