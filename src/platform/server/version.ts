import { readFileSync } from "node:fs";
import site from "#package.json" with { type: "json" };

// The build writes it beside the bundle and into nothing that a stranger is sent.
const BUILT = new URL("../../../build-server/", import.meta.url);

export function siteVersion(): string {
  return site.version;
}

// Read once: a process keeps the name that it started with while a new build replaces the file.
const commit = readCommit();

/** Empty where neither git nor the builder told it. */
export function siteCommit(): string {
  return commit;
}

/** Tells two builds of one version apart. For admins and operators only. */
export function siteBuild(): string {
  return commit ? `${site.version} (${commit})` : site.version;
}

function readCommit(): string {
  try {
    return readFileSync(new URL("commit", BUILT), "utf8");
  } catch {
    return "";
  }
}
