import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { deleteOtherPages, PAGES_FOLDER, renderedPages, renderInto } from "#app/rendering/rendered-pages.ts";
import { seedFacts } from "#company/facts/seed.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "site-rendered-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

async function makePages(name: string, ageMinutes: number): Promise<string> {
  const made = join(folder, PAGES_FOLDER, name);
  await mkdir(made, { recursive: true });
  const then = new Date(Date.now() - ageMinutes * 60_000);
  await utimes(made, then, then);
  return made;
}

test("a renderer that never ends is stopped, and leaves nothing", async () => {
  await mkdir(join(folder, "server"));
  await writeFile(join(folder, "server/package.json"), '{"type":"module"}');
  await writeFile(join(folder, "server/render.js"), "for (;;);");
  const parent = join(folder, PAGES_FOLDER);
  const task = { build: folder, version: { number: 2, facts: seedFacts() }, timeoutMs: 1_000 };
  await expect(renderInto(parent, "key", task)).rejects.toThrow("Rendering took longer than 1 s.");
  expect(await readdir(parent)).toEqual([]);
});

test("what earlier versions and interrupted renderings left is deleted, but not what may be in the making", async () => {
  const kept = await makePages("shown", 60);
  await makePages("earlier", 60);
  await makePages("earlier.part-1234abcd", 60);
  await makePages("newer", 1);
  await deleteOtherPages(folder, kept);
  expect((await readdir(join(folder, PAGES_FOLDER))).sort()).toEqual(["newer", "shown"]);
});

test("a build that was replaced while the site runs renders nothing: the site serves other scripts", async () => {
  await writeFile(join(folder, "build-id"), "the next");
  const version = { number: 2, facts: seedFacts() };
  const rendered = renderedPages({ build: folder, buildId: "the one that runs", dataDir: folder, version });
  await expect(rendered).rejects.toThrow("Please restart it first.");
});
