// npm run drill runs the long failure tests on both databases, and what `npm test` leaves out of the tests with a cookie and in Chromium.
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
    "test/database/removals.test.ts",
    "test/calls/limits.test.ts",
    "src/platform/server/database/foreign-lock.test.ts",
    "src/delivery/mail/server/worker.test.ts",
    "src/accounts/users/server/attacks/revocation.test.ts",
    "src/delivery/mail/server/takeover.test.ts",
    "src/operation/system/server/alarms.test.ts",
    "src/platform/server/database/sqlite-presence.test.ts",
    "scripts/checks/new-field.test.ts",
  ]),
];

const root = join(import.meta.dirname, "..");
const VITEST = "node_modules/vitest/vitest.mjs";

// Files run one at a time, because the tests must not compete for CPU.
const failed = [
  await run(VITEST, "run", "--no-file-parallelism", "--testTimeout=900000", ...TESTS),
  await run(VITEST, "run", "--project", "cookie"),
  await run("node_modules/@playwright/test/cli.js", "test", "--grep", "@drill"),
].filter((code) => code !== 0);
process.exitCode = failed.length > 0 ? 1 : 0;

async function run(script: string, ...args: readonly string[]): Promise<number> {
  const env = { ...process.env, DRILL: "on" };
  const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, env, stdio: "inherit" });
  const [code] = await once(child, "exit");
  return code ?? 1;
}
