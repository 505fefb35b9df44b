import { readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "../../../package.json");

let version: string | undefined;

/** The version of the code that runs, as package.json says it. */
export function siteVersion(): string {
  version ??= (JSON.parse(readFileSync(PACKAGE, "utf8")) as { version: string }).version;
  return version;
}
