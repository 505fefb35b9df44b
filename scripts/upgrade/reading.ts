import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Kysely } from "kysely";
import type { Config } from "#app/config.ts";
import { openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { sqliteDialect } from "#platform/server/database/sqlite.ts";
import type { Db, Tables } from "#platform/server/database/tables.ts";
import { NotChecked } from "./finding.ts";

export type Reader = { engine: "sqlite"; read: Db; file: DatabaseSync } | { engine: "postgres"; read: Db };

/** The connection cannot write: the old version may be running. */
export async function reading<Result>(config: Config, work: (reader: Reader) => Promise<Result>): Promise<Result> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) {
    const database = await openDatabase({ dataDir, databaseUrl, onConnectionError: () => {} });
    try {
      return await database.snapshot((read) => work({ engine: "postgres", read }));
    } finally {
      await database.close();
    }
  }
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) throw new NotChecked(`There is no database in ${dataDir}: nothing to upgrade`);
  const file = new DatabaseSync(addressOf(path), { readOnly: true, timeout: 3_000 });
  try {
    return await work({ engine: "sqlite", read: new Kysely<Tables>({ dialect: sqliteDialect(file) }), file });
  } finally {
    file.close();
  }
}

/** Even a reader would create log files that the site may be unable to write. Without them the database is in use by no process. */
function addressOf(path: string): URL {
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-wal`)) address.searchParams.set("immutable", "1");
  return address;
}
