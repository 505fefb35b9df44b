// Runs once before the suites: the programs that tests start as processes are bundled, and start in half the time.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleServer } from "../../scripts/server/bundle-server.ts";
import { COMMANDS, PROGRAMS } from "./bundled.ts";

declare module "vitest" {
  interface ProvidedContext {
    programs: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");
const COMMANDS_IN_FOLDER = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, file]) => [`commands/${name}`, file]),
);

export default async function setUp(project: TestProject) {
  // The bundle finds files of the sources only from a folder beside them.
  const folder = mkdtempSync(join(ROOT, "build-test-"));
  await bundleServer(ROOT, folder, { programs: { ...PROGRAMS, ...COMMANDS_IN_FOLDER } });
  project.provide("programs", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
