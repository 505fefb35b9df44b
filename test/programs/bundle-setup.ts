// Runs once before the suites: the programs that tests start as processes are bundled, and start in half the time.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { bundleServer } from "../../scripts/server/bundle-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    programs: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");
const PROGRAMS = {
  "site-process": "test/programs/site-process.ts",
  "worker-process": "test/programs/worker-process.ts",
};

export default async function setUp(project: TestProject) {
  // The bundle finds files of the sources only from a folder beside them.
  const folder = mkdtempSync(join(ROOT, "build-test-"));
  await bundleServer(ROOT, folder, { programs: PROGRAMS });
  project.provide("programs", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
