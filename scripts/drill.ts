// npm run drill runs the long failure tests, and what `npm test` leaves out: on PostgreSQL, with a cookie and in Chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ABOVE_DATABASE, longerInDrill } from "../test/engines.ts";

const root = join(import.meta.dirname, "..");
const VITEST = "node_modules/vitest/vitest.mjs";

const longer = longerInDrill();
const failed = [
  // Files run one at a time, because the tests must not compete for CPU.
  await run(VITEST, "run", "--no-file-parallelism", "--testTimeout=900000", ...longer),
  await run(VITEST, "run", "--project", "postgres", ...ABOVE_DATABASE.filter((file) => !longer.includes(file))),
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
