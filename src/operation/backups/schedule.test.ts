import fc from "fast-check";
import { expect, test } from "vitest";
import { findDue, latestDue } from "./schedule.ts";

const CHICAGO = "America/Chicago";
const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;

test("a backup is due once in each night, also in those that clocks change", () => {
  // On March 14, 2027 clocks go from 2 to 3; on November 7 the hour from 1 to 2 occurs twice.
  for (const [at, first, last] of [
    ["02:30", "2027-03-12T00:00:00Z", "2027-03-17T00:00:00Z"],
    ["01:30", "2027-11-05T00:00:00Z", "2027-11-10T00:00:00Z"],
  ] as const) {
    const runs = follow(at, CHICAGO, { from: Date.parse(first), until: Date.parse(last), everyMs: HOUR_MS / 4 });
    expect(runs).toHaveLength(5);
    for (const [index, run] of runs.entries())
      if (index > 0) expect(Math.abs(run - (runs[index - 1] ?? 0) - 24 * HOUR_MS)).toBeLessThanOrEqual(HOUR_MS);
  }
});

test("whatever the time zone and however seldom the machine runs, no night is served twice", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(CHICAGO, "Asia/Kathmandu", "Pacific/Apia", "Europe/London", "America/St_Johns"),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 365 }),
      (zone, hour, everyHours, startDay) => {
        const at = `${String(hour).padStart(2, "0")}:30`;
        const from = Date.parse("2027-01-01T00:00:00Z") + startDay * 24 * HOUR_MS;
        const until = from + 30 * 24 * HOUR_MS;
        const runs = follow(at, zone, { from, until, everyMs: everyHours * HOUR_MS });
        const nights = new Set(runs.map((run) => latestDue({ at, timeZone: zone }, new Date(run)).getTime()));
        expect(nights.size).toBe(runs.length);
        expect(runs.length).toBeGreaterThanOrEqual(Math.floor(30 / Math.ceil((everyHours + 1) / 24)) - 1);
      },
    ),
  );
});

test("a night before the beginning is not caught up, and a new hour on the same day makes no second backup", () => {
  const now = new Date("2026-11-20T15:00:00Z");
  const nights = { at: "03:00", timeZone: CHICAGO };
  const due = new Date("2026-11-20T09:00:00Z");
  expect(findDue(nights, { now, since: LONG_AGO, served: undefined })).toEqual(due);
  expect(findDue(nights, { now, since: new Date("2026-11-20T09:00:01Z"), served: undefined })).toBeUndefined();
  expect(findDue({ ...nights, at: "05:00" }, { now, since: LONG_AGO, served: due })).toBeUndefined();
});

/** When backups are made by a machine that looks every so often. */
function follow(at: string, timeZone: string, { from, until, everyMs }: Record<"from" | "until" | "everyMs", number>) {
  const runs: number[] = [];
  let served: Date | undefined = latestDue({ at, timeZone }, new Date(from));
  for (let now = from; now < until; now += everyMs) {
    const due = findDue({ at, timeZone }, { now: new Date(now), since: LONG_AGO, served });
    if (!due) continue;
    served = due;
    runs.push(now);
  }
  return runs;
}
