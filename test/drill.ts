// Tests that take longer than the limit of ten seconds are drills: `npm run drill` runs them, `npm test` does not.
import { test } from "vitest";

export const isDrill = process.env.DRILL === "on";

export const drill = test.runIf(isDrill);
