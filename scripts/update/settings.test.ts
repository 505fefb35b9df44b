import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readFileAsSystemd, readSettings } from "./settings.ts";

test("a release that runs in a folder of its own finds the same data", async () => {
  const names = ["DATA_DIR", "BACKUP_DIR", "DATABASE_URL"];
  const before = names.map((name) => process.env[name]);
  for (const name of names) delete process.env[name];
  process.env.BACKUP_DIR = "backups";
  try {
    const { environment } = await readSettings([]);
    expect(environment).toMatchObject({ DATA_DIR: resolve("data"), BACKUP_DIR: resolve("backups") });
  } finally {
    for (const [index, name] of names.entries())
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
  }
});

test("a value that would be cut short at its # stops an update", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "porchlight.env");
  writeFileSync(file, "# Of the site\nPUBLIC_URL=https://homes.example.com\nBACKUP_PASSPHRASE='a#b'\n");
  expect(readFileAsSystemd(file)).toEqual({ PUBLIC_URL: "https://homes.example.com", BACKUP_PASSPHRASE: "a#b" });
  writeFileSync(file, "BACKUP_PASSPHRASE=a#b\n");
  expect(() => readFileAsSystemd(file)).toThrow("BACKUP_PASSPHRASE in");
});
