// npm run upgrade:check [-- --backup FILE] runs with the new code before its first start. Exit status: 0 ready, 1 not ready, 2 not
// checked.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { readConfig } from "#app/config.ts";
import { ConfigError } from "#platform/server/config-error.ts";
import { isDatabaseUnavailable } from "#platform/server/database/driver-errors.ts";
import { readReleases } from "../release/changelog.ts";
import { checkUpgrade } from "./check.ts";
import { type Finding, NotChecked } from "./finding.ts";

const USAGE = "npm run upgrade:check [-- --backup FILE]";
const CHANGELOG = join(import.meta.dirname, "../../CHANGELOG.md");
const MARKS = { good: "ok ", note: "   ", bad: "NO " } as const;

const { backup, proven } = readOptions();
try {
  const config = readConfig(process.env);
  const findings = await checkUpgrade({
    config,
    environment: process.env,
    releases: readReleases(readFileSync(CHANGELOG, "utf8")),
    backup: backup && resolve(backup),
    proven,
    now: new Date(),
  });
  for (const finding of findings) print(finding);
  const bad = findings.filter(({ kind }) => kind === "bad").length;
  console.log(bad === 0 ? "\nReady to upgrade." : `\nNot ready: ${bad} to mend, marked NO above.`);
  process.exitCode = bad === 0 ? 0 : 1;
} catch (error) {
  if (error instanceof ConfigError) {
    console.error(`Not ready: this version would not start. ${error.message}.`);
    process.exitCode = 1;
  } else {
    const isTheirs = error instanceof NotChecked || isDatabaseUnavailable(error);
    console.error(isTheirs ? `Not checked: ${(error as Error).message}.` : error);
    process.exitCode = 2;
  }
}

function print({ kind, text, items = [] }: Finding): void {
  console.log(`${MARKS[kind]} ${text}`);
  for (const item of items) console.log(`      ${item.replaceAll("\n", "\n      ")}`);
}

/** `proven` is for npm run update. */
function readOptions(): { backup?: string | undefined; proven?: string | undefined } {
  try {
    return parseArgs({ options: { backup: { type: "string" }, proven: { type: "string" } } }).values;
  } catch {
    console.error(`Usage: ${USAGE}`);
    process.exit(2);
  }
}
