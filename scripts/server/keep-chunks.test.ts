import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keepChunks } from "./keep-chunks.ts";

function build(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "bundle-"));
  for (const name of names) writeFileSync(join(folder, name), folder);
  return folder;
}

const filesIn = (folder: string) => readdirSync(folder).filter((name) => name !== ".kept");

test("a process that runs the build before finds its chunks, for one more build", async () => {
  const first = build("main.js", "mail-11111111.js", "mail-11111111.js.map", "same-00000000.js");
  const second = build("main.js", "mail-22222222.js", "same-00000000.js");
  await keepChunks(first, second);
  expect(filesIn(second)).toEqual([
    "mail-11111111.js",
    "mail-11111111.js.map",
    "mail-22222222.js",
    "main.js",
    "same-00000000.js",
  ]);
  for (const own of ["main.js", "same-00000000.js"]) expect(readFileSync(join(second, own), "utf8")).toBe(second);
  const third = build("main.js", "mail-33333333.js", "same-00000000.js");
  await keepChunks(second, third);
  expect(filesIn(third)).toEqual(["mail-22222222.js", "mail-33333333.js", "main.js", "same-00000000.js"]);
});

test("a first build has nothing to keep", async () => {
  const first = build("main.js");
  await keepChunks(join(first, "none"), first);
  expect(filesIn(first)).toEqual(["main.js"]);
});
