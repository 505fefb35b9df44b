import fc from "fast-check";
import { expect, test } from "vitest";
import { backupName, keptBackups, timeOfBackup } from "./retention.ts";

const UTC = "UTC";
const HOUR_MS = 3_600_000;
const START = Date.parse("2026-01-01T00:00:00Z");

const names = fc
  .uniqueArray(fc.integer({ min: 0, max: 24 * 900 }), { maxLength: 120 })
  .map((hours) => hours.map((hour) => backupName(new Date(START + hour * HOUR_MS), { isEncrypted: hour % 2 === 0 })));
const keep = fc.record({
  days: fc.integer({ min: 0, max: 10 }),
  weeks: fc.integer({ min: 0, max: 6 }),
  months: fc.integer({ min: 0, max: 14 }),
});

test("a name says when its backup was made, sorts by it, and no other name is taken for one", () => {
  const at = new Date("2026-11-23T03:00:00.000Z");
  expect(backupName(at, { isEncrypted: true })).toBe("porchlight-2026-11-23T030000Z.backup.age");
  expect(timeOfBackup("porchlight-2026-11-23T030000Z.backup.age")).toEqual(at);
  expect(timeOfBackup("porchlight-2026-11-23T030000Z.backup")).toEqual(at);
  for (const name of [
    "today.backup",
    "porchlight-2026-11-23T030000Z.backup.part",
    "porchlight-2026-11-23T030000Z.backup.age.part",
    "my-porchlight-2026-11-23T030000Z.backup",
    "porchlight-2026-13-23T030000Z.backup",
    "removals.journal",
  ])
    expect(timeOfBackup(name), name).toBeUndefined();
});

test("a year of nights leaves seven days, four weeks and twelve months", () => {
  const nights = Array.from({ length: 365 }, (_, day) =>
    backupName(new Date(START + day * 24 * HOUR_MS + 3 * HOUR_MS), { isEncrypted: true }),
  );
  const kept = [...keptBackups(nights, { days: 7, weeks: 4, months: 12 }, UTC)]
    .map((name) => name.slice(11, 21))
    .sort();
  expect(kept).toEqual(
    [
      ...["01-31", "02-28", "03-31", "04-30", "05-31", "06-30", "07-31", "08-31", "09-30", "10-31", "11-30"],
      ...["12-13", "12-20", "12-25", "12-26", "12-27", "12-28", "12-29", "12-30", "12-31"],
    ].map((day) => `2026-${day}`),
  );
});

test("the newest is always kept, no more than asked for, and each kept one is the newest of its day, week or month", () => {
  fc.assert(
    fc.property(names, keep, (all, counts) => {
      const kept = keptBackups(all, counts, UTC);
      const sorted = all.toSorted();
      expect(kept.size).toBeLessThanOrEqual(Math.max(counts.days + counts.weeks + counts.months, 1));
      if (sorted.length > 0) expect(kept.has(sorted.at(-1) as string)).toBe(true);
      for (const name of kept) {
        expect(all).toContain(name);
        // Of one day nothing newer is left out in its favour.
        const sameDay = sorted.filter((other) => other.slice(0, 21) === name.slice(0, 21));
        expect(sameDay.at(-1)).toBe(name);
      }
      for (const day of new Set(sorted.map((name) => name.slice(0, 21)))) {
        const isOfLast = [...new Set(sorted.map((name) => name.slice(0, 21)))]
          .slice(-counts.days || Infinity)
          .includes(day);
        if (counts.days > 0 && isOfLast) expect([...kept].some((name) => name.startsWith(day))).toBe(true);
      }
    }),
  );
});

test("deleting what is not kept changes nothing about what is kept, and neither does the order of the names", () => {
  fc.assert(
    fc.property(names, keep, (all, counts) => {
      const kept = keptBackups(all, counts, UTC);
      expect(keptBackups([...kept], counts, UTC)).toEqual(kept);
      expect(keptBackups(all.toReversed(), counts, UTC)).toEqual(kept);
    }),
  );
});

test("a backup that was kept goes only when newer ones take its place", () => {
  fc.assert(
    fc.property(names, keep, fc.integer({ min: 1, max: 60 }), (all, counts, days) => {
      const before = keptBackups(all, counts, UTC);
      const newest = all.map((name) => timeOfBackup(name)?.getTime() ?? 0).reduce((a, b) => Math.max(a, b), START);
      const added = backupName(new Date(newest + days * 24 * HOUR_MS), { isEncrypted: true });
      const after = keptBackups([...before, added], counts, UTC);
      expect(after.has(added)).toBe(true);
      // One newcomer is the newest of one day, one week and one month, and moves out at most one of each, and their sum at
      // most the former newest of all.
      expect([...before].filter((name) => !after.has(name)).length).toBeLessThanOrEqual(4);
    }),
  );
});
