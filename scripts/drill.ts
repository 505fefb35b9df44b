// npm run drill: the tests of failure in their long form, on both databases. Twenty times kill -9 in the middle of many
// bookings, ten times the hostile input and each time other input, everything that can fail failing. Takes a while.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const TESTS = [
  "test/failure/processes.test.ts",
  "test/database/migrations.test.ts",
  "test/failure/durability.test.ts",
  "test/failure/faults.test.ts",
  "test/failure/rolling-restart.test.ts",
  "test/database/backup.test.ts",
  "test/calls/http.test.ts",
  "test/calls/connections.test.ts",
  "test/failure/log-output.test.ts",
  "test/calls/limits.test.ts",
  "test/calls/fuzz.test.ts",
  "src/platform/server/database/foreign-lock.test.ts",
  "src/mail/server/worker.test.ts",
  "src/auth/server/revocation.test.ts",
  "src/mail/server/takeover.test.ts",
  "src/platform/server/database/sqlite-presence.test.ts",
  "scripts/checks/new-field.test.ts",
];

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
// One file at a time: a drill is about what fails, not about who gets the processor.
const run = spawn(process.execPath, [vitest, "run", "--no-file-parallelism", "--testTimeout=900000", ...TESTS], {
  cwd: root,
  env: { ...process.env, DRILL: "on" },
  stdio: "inherit",
});
const [code] = await once(run, "exit");
process.exitCode = code ?? 1;
