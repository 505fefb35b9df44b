// npm run drill runs the long failure tests on both databases, for about a quarter of an hour.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ABOVE_DATABASE, there } from "../test/engines.ts";

const TESTS = [
  ...ABOVE_DATABASE,
  ...there([
    "test/failure/processes.test.ts",
    "test/database/migrations.test.ts",
    "test/failure/durability.test.ts",
    "test/failure/faults.test.ts",
    "test/failure/rolling-restart.test.ts",
    "test/database/backup.test.ts",
    "test/calls/limits.test.ts",
    "src/platform/server/database/foreign-lock.test.ts",
    "src/delivery/mail/server/worker.test.ts",
    "src/accounts/users/server/attacks/revocation.test.ts",
    "src/delivery/mail/server/takeover.test.ts",
    "src/platform/server/database/sqlite-presence.test.ts",
    "scripts/checks/new-field.test.ts",
  ]),
];

const root = join(import.meta.dirname, "..");
const vitest = join(root, "node_modules/vitest/vitest.mjs");
// Files run one at a time, because the tests must not compete for CPU.
const run = spawn(process.execPath, [vitest, "run", "--no-file-parallelism", "--testTimeout=900000", ...TESTS], {
  cwd: root,
  env: { ...process.env, DRILL: "on" },
  stdio: "inherit",
});
const [code] = await once(run, "exit");
process.exitCode = code ?? 1;
