import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabaseEnvironment } from "#test/server.ts";
import { openDatabase, SQLITE_FILE } from "./database.ts";

const FILES = [SQLITE_FILE, `${SQLITE_FILE}-shm`, `${SQLITE_FILE}-wal`];

test.skipIf(process.env.TEST_ENGINE === "postgres")(
  "the files of the database are their owner's alone, in a folder that everybody may look into, and where they were not",
  async () => {
    const { DATA_DIR: dataDir = "" } = await emptyDatabaseEnvironment();
    chmodSync(dataDir, 0o755);
    await openAndWrite(dataDir);
    expect(modesIn(dataDir)).toEqual(FILES.map((name) => [name, "600"]));

    for (const name of FILES) chmodSync(join(dataDir, name), 0o644);
    await openAndWrite(dataDir);
    expect(modesIn(dataDir)).toEqual(FILES.map((name) => [name, "600"]));
  },
);

async function openAndWrite(dataDir: string): Promise<void> {
  const database = await openDatabase<Record<never, never>>({
    dataDir,
    databaseUrl: undefined,
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  await database.transaction((trx) => sql`create table if not exists visits (day text)`.execute(trx));
}

function modesIn(folder: string): [string, string][] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
}
