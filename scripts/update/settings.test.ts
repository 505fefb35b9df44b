import { resolve } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

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
