// Runs once before the suite: makes the migrated file that each test copies.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { migrateTemplate } from "./migrated-template.ts";

declare module "vitest" {
  interface ProvidedContext {
    migratedFile: string;
  }
}

export default async function setUp(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "site-template-"));
  await migrateTemplate({ dataDir: folder, databaseUrl: undefined });
  project.provide("migratedFile", join(folder, SQLITE_FILE));
  return () => rmSync(folder, { recursive: true, force: true });
}
