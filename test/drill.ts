// What takes longer than the ten seconds that a test may is a drill: `npm run drill` runs it, and not `npm test`.
import { test } from "vitest";

export const isDrill = process.env.DRILL === "on";

export const drill = test.runIf(isDrill);
