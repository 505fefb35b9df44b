import { expect, test } from "vitest";
import { EventLoopYielder, nextTurn } from "#platform/server/event-loop-yield.ts";

test("long works at the same time have a turn of the event loop each, one after the other", async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const taken: { turn: number; work: number }[] = [];
  await Promise.all(
    [1, 2, 3].map(async (work) => {
      for (let part = 0; part < 5; part++) {
        await nextTurn();
        taken.push({ turn, work });
      }
    }),
  );
  isOver = true;
  expect(new Set(taken.map((one) => one.turn)).size).toBe(15);
  expect(taken.map(({ work }) => work).join("")).toBe("123".repeat(5));
});

test("work that requests wait for does not wait for other long work", async () => {
  const done: string[] = [];
  const patient = [1, 2, 3, 4].map(async () => {
    await new EventLoopYielder().next();
    done.push("patient");
  });
  const urgent = new EventLoopYielder({ isUrgent: true }).next().then(() => done.push("urgent"));
  await Promise.all([...patient, urgent]);
  expect(done.indexOf("urgent")).toBeLessThan(2);
});
