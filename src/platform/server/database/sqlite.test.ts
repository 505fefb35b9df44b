import { chmodSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabaseEnvironment } from "#test/server.ts";
import { type Database, openDatabase, SQLITE_FILE } from "./database.ts";

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

test.skipIf(process.env.TEST_ENGINE === "postgres")(
  "rows have the columns of now, also after another program has put them in another order",
  async () => {
    const { DATA_DIR: dataDir = "" } = await emptyDatabaseEnvironment();
    const { read, transaction } = await openAndWrite(dataDir);
    await transaction((trx) => sql`insert into visits (day) values ('2026-11-23')`.execute(trx));
    const all = async () => (await sql`select * from visits`.execute(read)).rows;
    expect(await all()).toStrictEqual([{ day: "2026-11-23" }]);

    const other = new DatabaseSync(join(dataDir, SQLITE_FILE));
    onTestFinished(() => other.close());
    other.exec(
      "drop table visits; create table visits (page text, day text); insert into visits values ('home', 'today')",
    );
    expect(await all()).toStrictEqual([{ page: "home", day: "today" }]);
    other.exec(
      "drop table visits; create table visits (day text, page text); insert into visits values ('today', 'home')",
    );
    expect(await all()).toStrictEqual([{ page: "home", day: "today" }]);
    other.exec("alter table visits add column seconds integer");
    expect(await all()).toStrictEqual([{ page: "home", day: "today", seconds: null }]);
  },
);

test.skipIf(process.env.TEST_ENGINE === "postgres")(
  "of two columns with one name the last counts, and names may be anything",
  async () => {
    const { DATA_DIR: dataDir = "" } = await emptyDatabaseEnvironment();
    const { read } = await openAndWrite(dataDir);
    const { rows } = await sql`select 1 as a, 2 as a, x'00' as "say ""b""", null as "[c] '", 'é' as "d;})"`.execute(
      read,
    );
    expect(rows).toStrictEqual([{ a: 2, 'say "b"': new Uint8Array(1), "[c] '": null, "d;})": "é" }]);
  },
);

test.skipIf(process.env.TEST_ENGINE === "postgres")(
  "during a rush of writes others have their turn, and nobody sees a part of it",
  async () => {
    const { DATA_DIR: dataDir = "" } = await emptyDatabaseEnvironment();
    const database = await openAndWrite(dataDir);
    const seen: number[] = [];
    let isRushing = true;
    const watching = (async () => {
      while (isRushing) {
        const { rows } = await sql<{ visits: number }>`select count(*) as visits from visits`.execute(database.read);
        seen.push(rows[0]?.visits ?? Number.NaN);
        await setImmediate();
      }
    })();
    const visit = () =>
      database.transaction(async (trx) => {
        await sql`insert into visits values ('2026-11-20')`.execute(trx);
        compute(2);
      });
    await Promise.all(Array.from({ length: 50 }, visit));
    isRushing = false;
    await watching;
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.filter((visits) => visits !== 0 && visits !== 50)).toEqual([]);
  },
);

async function openAndWrite(dataDir: string): Promise<Database> {
  const database = await openDatabase({
    dataDir,
    databaseUrl: undefined,
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  await database.transaction((trx) => sql`create table if not exists visits (day text)`.execute(trx));
  return database;
}

function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function modesIn(folder: string): [string, string][] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
}
