import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test.each([
  [[]],
  [["--help"]],
  [["--bookings", "-5"]],
  [["--bookings", "0", "--users", "many"]],
  [["--bookings", "5", "--today", "tomorrow"]],
])("what the seed cannot read in %j is answered with one line on how to call it", (given) => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/seed.ts", ...given], {
    cwd: join(import.meta.dirname, ".."),
    encoding: "utf8",
  });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^Usage: npm run seed -- .+\n$/)]);
});
