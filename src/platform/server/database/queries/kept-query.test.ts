import { sql } from "kysely";
import { expect, test } from "vitest";
import { startSite } from "#test/server.ts";
import type { Db } from "../tables.ts";
import { keptQuery, keptRead } from "./kept-query.ts";

type Purse = { name: string; coins: number | null };
type Purses = { purses: Purse };

test("a kept query writes what it is given each time, and is built once for the same columns and as many rows", async () => {
  const { database } = await startSite();
  let built = 0;
  const insert = keptQuery((trx: Db, rows: readonly Purse[]) => {
    built += 1;
    return trx
      .withTables<Purses>()
      .insertInto("purses")
      .values(rows)
      .onConflict((conflict) => conflict.column("name").doNothing())
      .returning("coins");
  });
  const listed = await database.transaction(async (db) => {
    const trx = db.withTables<Purses>();
    await sql`create table purses (name text primary key, coins integer)`.execute(trx);
    expect(await insert(trx, [{ name: "a", coins: 1 }])).toEqual([{ coins: 1 }]);
    expect(await insert(trx, [{ name: "b", coins: null }])).toEqual([{ coins: null }]);
    expect(await insert(trx, [{ name: "a", coins: 7 }])).toEqual([]);
    expect(built).toBe(1);
    expect(await insert(trx, [{ coins: 3, name: "c" }])).toEqual([{ coins: 3 }]);
    await insert(trx, [
      { name: "d", coins: 4 },
      { name: "e", coins: null },
    ]);
    expect(built).toBe(3);
    return trx.selectFrom("purses").selectAll().orderBy("name").execute();
  });
  expect(listed.map(({ name, coins }) => `${name}${coins}`).join()).toBe("a1,bnull,c3,d4,enull");
});

test("a long query that differs each time is not cached", async () => {
  const { database } = await startSite();
  let built = 0;
  const insert = keptQuery((trx: Db, rows: readonly Purse[]) => {
    built += 1;
    return trx.withTables<Purses>().insertInto("purses").values(rows);
  });
  const rows = Array.from({ length: 300 }, (_, index) => ({ name: `purse ${index}`, coins: index }));
  const sum = await database.transaction(async (db) => {
    const trx = db.withTables<Purses>();
    await sql`create table purses (name text, coins integer)`.execute(trx);
    await insert(trx, rows);
    await insert(trx, rows);
    const { coins } = await trx
      .selectFrom("purses")
      .select((is) => is.fn.sum<number>("coins").as("coins"))
      .executeTakeFirstOrThrow();
    return coins;
  });
  expect(sum).toBe(299 * 300);
  expect(built).toBe(2);
});

test("a kept read finds what it is asked each time, and is built once for the same values and lists as long", async () => {
  const { database } = await startSite();
  let built = 0;
  type Wanted = { names?: readonly string[] | undefined; atLeast?: number | undefined; limit: number };
  const read = keptRead((trx: Db, { names, atLeast, limit }: Wanted) => {
    built += 1;
    let query = trx.withTables<Purses>().selectFrom("purses").select("name").orderBy("name").limit(limit);
    if (names) query = query.where("name", "in", names);
    if (atLeast !== undefined) query = query.where("coins", ">=", atLeast);
    return query;
  });
  await database.transaction(async (db) => {
    const trx = db.withTables<Purses>();
    await sql`create table purses (name text, coins integer)`.execute(trx);
    await trx
      .insertInto("purses")
      .values([1, 2, 3, 4].map((coins) => ({ name: `purse ${coins}`, coins })))
      .execute();
    const found = async (wanted: Wanted) => (await read(trx, wanted)).map(({ name }) => name.at(-1)).join("");
    expect(await found({ limit: 9 })).toBe("1234");
    expect(await found({ limit: 2, names: undefined, atLeast: undefined })).toBe("12");
    expect(built).toBe(1);
    expect(await found({ names: ["purse 1", "purse 3"], limit: 9 })).toBe("13");
    expect(await found({ names: ["purse 4", "purse 2"], limit: 1 })).toBe("2");
    expect(built).toBe(2);
    expect(await found({ names: ["purse 4"], limit: 9 })).toBe("4");
    expect(await found({ atLeast: 0, limit: 1 })).toBe("1");
    expect(await found({ atLeast: 3, names: ["purse 4", "purse 2"], limit: 9 })).toBe("4");
    expect(built).toBe(5);
  });
});
