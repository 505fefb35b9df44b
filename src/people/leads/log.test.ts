import { expect, test } from "vitest";
import { nextTry } from "./log.ts";

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
