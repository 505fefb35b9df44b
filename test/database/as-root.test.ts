// Commands that root runs beside a site which has a user of its own.
import { chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder } from "../programs/backups.ts";
import { runCommand } from "../programs/commands.ts";
import { book } from "../requests.ts";
import { databaseEnvironment, startSite } from "../server.ts";

const USER = 12_345;
const isRoot = process.getuid?.() === 0;

test.runIf(isRoot)("what root restores, backs up and erases stays readable for the site's user", async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  expect((await book(site)).statusCode).toBe(201);
  const folder = ownedFolder("backups");
  await runCommand("backup", settings, join(folder, "today.backup"));
  const dataDir = ownedFolder("data");
  const target = { DATA_DIR: dataDir, DATABASE_URL: "" };
  await runCommand("restore", target, join(folder, "today.backup"));
  await runCommand("person", target, "erase", "nobody@example.com");
  expect(readdirSync(folder).sort()).toEqual(expect.arrayContaining(["removals.journal", "today.backup"]));
  expect(readdirSync(dataDir).sort()).toEqual(expect.arrayContaining(["backups", "site.db"]));
  for (const path of [folder, dataDir].flatMap(everythingIn)) expect([path, statSync(path).uid]).toEqual([path, USER]);
});

function ownedFolder(name: string): string {
  const folder = join(emptyFolder(), name);
  mkdirSync(folder);
  chownSync(folder, USER, USER);
  return folder;
}

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
}
