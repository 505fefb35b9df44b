import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type Config, readConfig } from "#app/config.ts";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { sqliteTwin } from "./twin-sqlite.ts";

test("what is on its way while the update begins is recorded first, so that it does not leave twice", async () => {
  const { site, twin, config } = makeSite();
  site.exec("insert into mails values ('waiting', 'a-process.1', null)");
  const copied = twin.copy();
  await turn();
  site.exec("update mails set state = 'sent', claim = null, settled_at = '2026-11-28'");
  await copied;
  expect(() => site.exec("delete from mails")).toThrow("locked");
  const copy = new DatabaseSync(join(config.dataDir, "update/next", SQLITE_FILE), { readOnly: true });
  expect(copy.prepare("select state, claim from mails").all()).toEqual([{ state: "sent", claim: null }]);
  copy.close();
  await twin.goBack();
  site.exec("delete from mails");
});

test("there is a way back from a copy that was never begun", async () => {
  const { site, twin, live } = makeSite();
  site.close();
  writeFileSync(live, "no database ".repeat(1_000));
  await expect(twin.copy()).rejects.toThrow("not a database");
  await twin.goBack();
});

function makeSite() {
  const dataDir = mkdtempSync(join(tmpdir(), "twin-sqlite-"));
  const live = join(dataDir, SQLITE_FILE);
  const site = new DatabaseSync(live, { timeout: 0 });
  onTestFinished(() => {
    if (site.isOpen) site.close();
    rmSync(dataDir, { recursive: true });
  });
  site.exec("pragma journal_mode = wal; create table mails (state text, claim text, settled_at text)");
  const config: Config = readConfig({ DATA_DIR: dataDir });
  return { site, config, live, twin: sqliteTwin({ environment: {}, config, owner: undefined }) };
}
