// Tests that take longer than the limit of ten seconds are drills: `npm run drill` runs them, `npm test` does not.
import { test } from "vitest";

export const isDrill = process.env.DRILL === "on";

/** Of a property that is tried with chance values: `npm test` tries a tenth as many. */
export const runs = (count: number): number => (isDrill ? count : count / 10);

export const drill = test.runIf(isDrill);

/** For long tests above the database layer: `npm test` runs them on SQLite only, the drill on both engines. */
export const aboveDatabase = test.runIf(isDrill || process.env.TEST_ENGINE !== "postgres");
