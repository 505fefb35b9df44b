import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SystemAnswer } from "#operation/system/system.ts";
import { type Ended, endOf } from "../programs/commands.ts";
import { databaseEnvironment, databaseOf, emptyDatabaseEnvironment, startSite } from "../server.ts";
import { addBackupRun } from "./findings.ts";

function doctor(settings: Record<string, string>, words: string[] = []): Promise<Ended> {
  return endOf("doctor", { PUBLIC_URL: "http://localhost:3000", ...settings }, ...words);
}

test("the doctor ends with 0 beside a site without trouble, as JSON and in words, and with 1 once there is some", async () => {
  const site = await startSite({ now: new Date().toISOString() });
  await site.site.system.tick();
  await addBackupRun(site, site.clock.now().toISOString());
  const settings = databaseOf(site);
  const fine = await doctor(settings, ["--json"]);
  const answer: SystemAnswer = JSON.parse(fine.out);
  expect(answer.findings.filter(({ state }) => state === "trouble")).toEqual([]);
  expect(fine).toMatchObject({ status: 0, said: "" });
  expect(answer.findings.find(({ id }) => id === "processes")).toMatchObject({ state: "ok" });
  if (site.config.authSecret) expect(fine.out).not.toContain(site.config.authSecret);

  site.clock.advance(1);
  const problem = "The folder cannot be written";
  await addBackupRun(site, site.clock.now().toISOString(), { outcome: "failed", problem });
  const bad = await doctor(settings);
  expect(bad.status).toBe(1);
  expect(bad.out).toMatch(/^Backups\nTROUBLE +Nightly backup\n +The backup of .* failed: The folder/);
  expect(bad.out).toMatch(/To do: Correct what it names/);
  expect(bad.out.trimEnd()).toMatch(/1 in trouble, \d+ with a warning, \d+ fine, \d+ not checked\.$/);
  for (const line of bad.out.split("\n")) expect(line.length).toBeLessThanOrEqual(120);
});

test("the doctor ends with 2 if it can check nothing, and makes no database", async () => {
  const { DATABASE_URL, ...empty } = await emptyDatabaseEnvironment();
  const settings = DATABASE_URL ? { ...empty, DATABASE_URL: "postgres://nobody:hidden@127.0.0.1:1/none" } : empty;
  const missing = await doctor(settings, ["--json"]);
  expect(missing.status).toBe(2);
  expect(JSON.parse(missing.out)).toMatchObject({ success: false, message: expect.any(String) });
  expect(missing.out + missing.said).not.toContain("hidden");
  expect(readdirSync(settings.DATA_DIR ?? "")).toEqual([]);
  expect(await doctor({ ...settings, PORT: "none" })).toMatchObject({ status: 2, said: /PORT/ });
  expect(await doctor(settings, ["--xml"])).toMatchObject({ status: 2, said: /npm run doctor/ });
});

test("the doctor changes nothing in a database, stopped or older", async () => {
  const settings = await databaseEnvironment();
  const site = await startSite({ env: settings });
  const tables = async () => {
    const names = (await site.database.read.introspection.getTables()).map(({ name }) => name);
    const counts = names.map(async (name) => {
      const rows = await site.database.read
        .selectFrom(name as "users")
        .select((is) => is.fn.countAll().as("count"))
        .execute();
      return `${name} ${rows[0]?.count}`;
    });
    return Promise.all(counts);
  };
  await site.database.transaction(async (trx) => {
    for (const table of ["system_figures", "system_processes", "disk_readings", "system_alarms"])
      await trx.schema.dropTable(table).execute();
    await trx
      .deleteFrom("kysely_migration" as "users")
      .where("name" as "id", ">=", "0006-operation")
      .execute();
  });
  const before = await tables();
  const file = join(settings.DATA_DIR ?? "", "site.db");
  const hash = () =>
    site.database.engine === "sqlite" ? createHash("sha256").update(readFileSync(file)).digest("hex") : "";
  const hashed = hash();
  const { out, status } = await doctor(settings, ["--json"]);
  expect(await tables()).toEqual(before);
  expect(hash()).toBe(hashed);
  expect(status).toBeLessThan(2);
  const { findings }: SystemAnswer = JSON.parse(out);
  expect(findings.find(({ id }) => id === "database")).toMatchObject({ state: "warning" });
  expect(findings.find(({ id }) => id === "errors")).toMatchObject({ state: "not checked" });
});
