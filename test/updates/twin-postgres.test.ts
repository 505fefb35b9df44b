import pg from "pg";
import { test as anyTest, expect, inject, onTestFinished } from "vitest";
import { postgresTwin } from "../../scripts/update/twin-postgres.ts";

const test = anyTest.runIf(process.env.TEST_ENGINE === "postgres");

test("nothing can be written that the second database would lack, and after the way back all can", async () => {
  const { url, ask } = await makeDatabase("live_of_update");
  const twin = postgresTwin(url);
  await twin.requireRights();
  await twin.copy();
  // Such as a process on another machine that was not stopped.
  await expect(ask("insert into notes values ('late')")).rejects.toThrow("not currently accepting connections");
  await twin.goBack();
  await ask("insert into notes values ('after')");
  await twin.copy();
  await twin.takePlace();
  expect(await ask("select note from notes")).toEqual([{ note: "before" }, { note: "after" }]);
  await twin.goBack();
  await twin.clear();
  expect(await ask("select note from notes")).toEqual([{ note: "before" }, { note: "after" }]);
});

test("with several hosts the way back is found while the live database has no name", async () => {
  const { url, ask } = await makeDatabase("live_of_hosts");
  const urlOfHosts = url.replace("@127.0.0.1:", "@127.0.0.1:1,127.0.0.1:");
  await postgresTwin(urlOfHosts).copy();
  await onServer('alter database "live_of_hosts" rename to "live_of_hosts_update_before"');
  // The update was killed here, and repeated.
  const twin = postgresTwin(urlOfHosts);
  await twin.goBack();
  await twin.clear();
  expect(await ask("select note from notes")).toEqual([{ note: "before" }]);
});

test.each([`Long ${"é".repeat(29)}`, "x".repeat(63), 'signs + & "%2F" $&'])(
  "the live database %s is neither cut nor taken for another",
  async (name) => {
    const { url, ask } = await makeDatabase(name);
    const twin = postgresTwin(url);
    await twin.copy();
    await askAt(twin.environment.DATABASE_URL ?? "", "insert into notes values ('migrated')");
    await twin.takePlace();
    expect(await ask("select note from notes")).toEqual([{ note: "before" }, { note: "migrated" }]);
    await twin.goBack();
    expect(await ask("select note from notes")).toEqual([{ note: "before" }]);
    await twin.clear();
  },
);

async function makeDatabase(name: string) {
  await onServer(`create database ${pg.escapeIdentifier(name)}`);
  onTestFinished(async () => {
    await onServer(`drop database ${pg.escapeIdentifier(name)} with (force)`);
  });
  const url = inject("postgresUrl").replace(/\/postgres$/, () => `/${encodeURI(name)}`);
  const ask = (query: string) => askAt(url, query);
  await ask("create table notes (note text)");
  await ask("insert into notes values ('before')");
  return { url, ask };
}

function onServer(query: string): Promise<unknown> {
  return askAt(inject("postgresUrl"), query);
}

async function askAt(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
