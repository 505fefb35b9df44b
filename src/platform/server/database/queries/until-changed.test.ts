import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#platform/server/database/database.ts";
import { emptyDatabaseEnvironment } from "#test/server.ts";
import { keptText, untilChanged } from "./until-changed.ts";

test("an answer is read again once anything has changed, in another process too, and a failure is not kept", async () => {
  const { DATA_DIR = "", DATABASE_URL } = await emptyDatabaseEnvironment();
  const open = () => openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, onConnectionError: () => {} });
  const [own, other] = [await open(), await open()];
  await own.migrating(async (db) => {
    await sql`create table coins (count integer)`.execute(db);
    await sql`insert into coins values (1)`.execute(db);
  });
  let reads = 0;
  const kept = untilChanged<{ count: number }>(own);
  const read = (key = "coins") =>
    kept(key, async () => {
      reads++;
      return (await sql<{ count: number }>`select count from coins`.execute(own.read)).rows[0] ?? { count: 0 };
    });
  expect([await read(), await read(), await read("others")]).toEqual(Array(3).fill({ count: 1 }));
  // On PostgreSQL other databases of the server count as changes too.
  if (own.engine === "sqlite") expect(reads).toBe(2);
  for (const [database, count] of [
    [own, 2],
    [other, 3],
  ] as const) {
    await database.transaction(async (trx) => {
      await sql`update coins set count = ${count}`.execute(trx);
    });
    expect([await read(), await read()]).toEqual([{ count }, { count }]);
  }
  if (own.engine === "sqlite") expect(reads).toBe(4);
  const failing = () => kept("broken", () => Promise.reject(new Error("No")));
  await expect(failing()).rejects.toThrow("No");
  await expect(failing()).rejects.toThrow("No");
  await own.close();
  await other.close();
});

test("what is kept has a limit, beyond which the oldest answers go, and what another use kept is another's", async () => {
  const database = { version: async () => "same" };
  const [some, others] = [untilChanged<{ of: string }>(database), untilChanged<{ of: string }>(database)];
  const reads: string[] = [];
  const read = async (kept: typeof some, key: string, megabytes: number) => {
    const answer = await kept(key, async () => {
      reads.push(key);
      return { of: key };
    });
    expect(answer.of).toBe(key);
    expect(keptText(answer, () => Buffer.alloc(megabytes * 1_000_000))).toHaveLength(megabytes * 1_000_000);
  };
  for (let times = 0; times < 2; times++) {
    await read(some, "first", 3);
    await read(others, "first", 3);
  }
  expect(reads).toEqual(["first", "first"]);
  await read(some, "second", 3);
  await read(others, "first", 3);
  expect(reads).toEqual(["first", "first", "second"]);
  await read(some, "first", 3);
  expect(reads).toEqual(["first", "first", "second", "first"]);
  for (let number = 0; number < 1_000; number++) await read(some, `small ${number}`, 0);
  await read(some, "second", 3);
  expect(reads.filter((key) => key === "second")).toHaveLength(2);
  expect(keptText({ of: "nobody" }, () => Buffer.alloc(1))).toBeUndefined();
});
