import type { Finding } from "#operation/system/system.ts";
import { type Figure, hourOf, sumFigures } from "../store.ts";
import { type Check, ok, type Subject, trouble, warning } from "./check.ts";
import { count, percentText } from "./words.ts";

const ERRORS: Subject = { id: "errors", group: "traffic", title: "Calls that fail" };
const LOOP: Subject = { id: "loop-delay", group: "traffic", title: "Delay of the event loop" };

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TROUBLE = { share: 0.05, errors: 10 };
const WARNING = { share: 0.01, errors: 3 };
const SLOW_LOOP_MS = 250;

export const trafficCheck: Check = {
  subjects: [ERRORS, LOOP],
  run: async ({ read, now }) => {
    const before = (ms: number) => hourOf(new Date(now.getTime() - ms));
    const day = await sumFigures(read, "call", before(DAY_MS));
    const recent = await sumFigures(read, "call", before(HOUR_MS));
    const loop = await sumFigures(read, "loop", before(DAY_MS));
    return [checkErrors(day, recent), checkLoop(loop[0])];
  },
};

function checkErrors(day: readonly Figure[], recent: readonly Figure[]): Finding {
  const [ofDay, now] = [totalOf(day), totalOf(recent)];
  const worst = day.toSorted((a, b) => b.errors - a.errors)[0];
  const found = `${count(ofDay.errors, "call")} of ${ofDay.calls.toLocaleString("en-US")} failed in the last day${
    ofDay.errors > 0 ? ` (${percentText(ofDay.errors / ofDay.calls)}), most of them ${worst?.name}` : ""
  }.`;
  const toDo = 'Look for "level":50 in the log: each failed call has a line with its reason.';
  if (isOver(TROUBLE, now))
    return trouble(
      ERRORS,
      `${count(now.errors, "call")} of ${now.calls.toLocaleString("en-US")} failed in the last two hours (${percentText(now.errors / now.calls)}).`,
      toDo,
    );
  if (isOver(WARNING, now)) return warning(ERRORS, found, toDo);
  return ok(ERRORS, ofDay.calls > 0 ? found : "Nobody has called in the last day.");
}

function isOver({ share, errors }: typeof TROUBLE, total: { calls: number; errors: number }): boolean {
  return total.errors >= errors && total.errors >= total.calls * share;
}

function totalOf(figures: readonly Figure[]): { calls: number; errors: number } {
  return {
    calls: figures.reduce((sum, figure) => sum + figure.count, 0),
    errors: figures.reduce((sum, figure) => sum + figure.errors, 0),
  };
}

function checkLoop(loop: Figure | undefined): Finding {
  if (!loop || loop.count === 0) return ok(LOOP, "Nothing was measured in the last day.");
  const mean = loop.total_ms / loop.count;
  const found = `99 of 100 timers were late by less than ${msText(mean)} on average, and ${msText(loop.max_ms)} in the worst minute.`;
  if (mean < SLOW_LOOP_MS) return ok(LOOP, found);
  return warning(
    LOOP,
    found,
    "The process is short of processor time. A faster machine, or a second process on PostgreSQL, helps.",
  );
}

function msText(ms: number): string {
  return ms >= 1_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}
