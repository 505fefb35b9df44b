import { expect, test } from "vitest";
import { countPast, nextTry } from "./log.ts";

const CHICAGO = "America/Chicago";

test("the plan says when the next try is, until its last", () => {
  const plan = [
    { days: 0, time: "17:30" },
    { days: 2, time: "07:00" },
  ];
  const after = (unanswered: number, time: string) =>
    nextTry(plan, { unanswered, now: new Date(`2026-11-20T${time}Z`), timeZone: CHICAGO });
  expect(after(1, "15:00:00")).toEqual({ dueDay: "2026-11-20", dueTime: "17:30" });
  // Today's time is over.
  expect(after(1, "23:45:00")).toEqual({ dueDay: "2026-11-21", dueTime: "17:30" });
  expect(after(2, "15:00:00")).toEqual({ dueDay: "2026-11-22", dueTime: "08:00" });
  expect(after(3, "15:00:00")).toBeUndefined();
  expect(nextTry([], { unanswered: 1, now: new Date(), timeZone: CHICAGO })).toBeUndefined();
});

test("on one day the plan proposes the same between two of its times", () => {
  const plan = [
    { days: 0, time: "09:00" },
    { days: 0, time: "17:30" },
    { days: 2, time: "12:00" },
  ];
  const proposed = new Map<number, Set<string>>();
  for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
    const now = new Date(Date.parse("2026-11-20T06:00:00Z") + minutes * 60_000);
    const all = plan.map((_, index) => nextTry(plan, { unanswered: index + 1, now, timeZone: CHICAGO }));
    const past = countPast(plan, { minutes });
    proposed.set(past, (proposed.get(past) ?? new Set()).add(JSON.stringify(all)));
  }
  expect([...proposed.values()].map(({ size }) => size)).toEqual([1, 1, 1]);
});
