// npm test also runs on a machine without any tools. It ends with "N passed, N failed".
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build, install, StepFailed } from "./prepare.mjs";
import { findCleanCommit, recordTested } from "./release/tested.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";
const BROWSERS = [HEADLESS_SHELL, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const NOT_CHECKED = 2;
const MEMORY_FOLDER = "/dev/shm";
const MIN_FREE_BYTES = 4_000_000_000;
writeToMemory();
const results = mkdtempSync(join(tmpdir(), "test-results-"));
const commit = findCleanCommit(root);
let passed = 0;
let failed = 0;
/** Failures are printed at the end, because readers often have only the last lines of a log. */
const failures = [];

try {
  await install({ tests: true });
  await findBrowser();
  // The audit mostly waits for the registry, so it runs beside the other checks.
  const audited = audit();
  await step("Style and boundaries", bin("@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."));
  for (const part of ["server", "web", "scripts"])
    await step(`Types: ${part}`, bin("typescript/bin/tsc", "-p", `tsconfig.${part}.json`));
  const built = build();
  // The failure surfaces at the await below.
  built.catch(() => {});
  await suite("Unit and API tests on SQLite and PostgreSQL", countVitest, (report) => [
    bin("vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`),
  ]);
  await Promise.all([built, audited]);
  await suite("End-to-end tests in Chromium", countPlaywright, (report) => [
    bin("@playwright/test/cli.js", "test", "--reporter=list,json"),
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  ]);
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  failed += 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
recordTested(root, { commit, passed, failed });

/** What tests write need not outlive a power cut, and half of a write's time is the wait for the disk. */
function writeToMemory() {
  if (!existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (bavail * bsize > MIN_FREE_BYTES) process.env.TMPDIR = MEMORY_FOLDER;
}

function bin(script, ...args) {
  return [join(root, "node_modules", script), ...args];
}

async function step(title, args, env = {}) {
  console.log(`\n${title}`);
  const code = await runInFront(requireRuntime(), args, { cwd: root, env: { ...process.env, ...env } });
  if (code === 0) passed += 1;
  else failed += 1;
  if (code !== 0) failures.push(title);
  return code;
}

/** If the registry does not answer, the audit counts as neither passed nor failed. */
async function audit() {
  const code = await runInFront(process.execPath, [join(root, "scripts/checks/audit.mjs")]);
  if (code === 0) passed += 1;
  else if (code !== NOT_CHECKED) failed += 1;
}

/** A suite without a report has failed. */
async function suite(title, count, command) {
  const report = join(results, `${title.length}.json`);
  const [args, env] = command(report);
  const code = await step(title, args, env);
  passed -= code === 0 ? 1 : 0;
  failed -= code === 0 ? 0 : 1;
  const counted = existsSync(report) ? count(JSON.parse(readFileSync(report, "utf8"))) : { passed: 0, failed: 0 };
  passed += counted.passed;
  // A crash outside a test fails the suite without failing one of its tests.
  failed += code !== 0 && counted.failed === 0 ? 1 : counted.failed;
}

function countVitest(report) {
  for (const { name, assertionResults } of report.testResults)
    for (const { fullName, status, failureMessages } of assertionResults)
      if (status === "failed")
        failures.push(`${relative(root, name)}: ${fullName}\n${failureMessages.join("\n").slice(0, 1500)}`);
  return { passed: report.numPassedTests, failed: report.numFailedTests };
}

function countPlaywright({ stats }) {
  // A test that only passes when repeated is a broken test.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** The browser without a window is preferred, because the tests take half as long in it. */
async function findBrowser() {
  if (process.env.CHROMIUM_PATH || existsSync(HEADLESS_SHELL)) return;
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (canInstall) installPackage("chromium-headless-shell");
  if (BROWSERS.some(existsSync)) return;
  if (canInstall) installPackage("chromium");
  if (BROWSERS.some(existsSync)) return;
  const code = await runInFront(requireRuntime(), bin("@playwright/test/cli.js", "install", "chromium"), { cwd: root });
  if (code !== 0)
    throw new StepFailed(
      "No Chromium: install one (apt-get install chromium) or set CHROMIUM_PATH to an existing one.",
    );
}

/** Where the distribution has no such package, nothing is installed. */
function installPackage(name) {
  console.log(`Installing ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { env, stdio: "ignore" });
    execFileSync("apt-get", ["install", "-y", "-qq", name], { env, stdio: "ignore" });
  } catch {}
}
