// npm run release -- X.Y.Z [--dry-run] makes the commit and the tag of a release. It pushes nothing.
import { parseArgs } from "node:util";
import { BRANCH, planRelease, ReleaseError, writeRelease } from "./plan.ts";

const USAGE = "npm run release -- X.Y.Z [--dry-run]";

try {
  const { version, isDryRun } = readOptions();
  const plan = planRelease(process.cwd(), version);
  for (const step of plan.steps) console.log(`${isDryRun ? "Would" : "Will"} ${step}`);
  if (!isDryRun) {
    writeRelease(process.cwd(), plan);
    console.log(`\nReleased ${version} here. The tag starts the workflow that tests, builds and publishes it:`);
    console.log(`  git push origin ${BRANCH} ${plan.tag}`);
  }
} catch (error) {
  console.error(error instanceof ReleaseError ? `Not released: ${error.message}.` : error);
  process.exitCode = 1;
}

function readOptions(): { version: string; isDryRun: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "dry-run": { type: "boolean", default: false } },
    });
    const [version, ...more] = positionals;
    if (version && more.length === 0) return { version, isDryRun: values["dry-run"] };
  } catch {
    // The command does not know this option.
  }
  throw new ReleaseError(`usage: ${USAGE}`);
}
