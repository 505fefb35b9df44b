import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { renderedPages } from "#app/rendered-pages.ts";
import { seedFacts } from "#company/seed.ts";

test("a build that was replaced while the site runs renders nothing: the site serves other scripts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "build-id"), "the next");
  const version = { number: 2, facts: seedFacts() };
  const rendered = renderedPages({ build: folder, buildId: "the one that runs", dataDir: folder, version });
  await expect(rendered).rejects.toThrow("Please restart it first.");
});
