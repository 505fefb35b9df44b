// PostgreSQL aborts work for many reasons: deadlocks, conflicts between transactions, timeouts, an operator's cancel.
import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { book, post } from "#test/requests.ts";
import { databaseEnvironment, startSite, type TestSite } from "#test/server.ts";

const onPostgres = test.runIf(process.env.TEST_ENGINE === "postgres");
const RETRIED = ["40001", "40P01"];

onPostgres.for(RETRIED)(
  "a meeting is booked although the database broke off its transaction twice (%s)",
  async (code) => {
    const site = await startSite();
    await breakOffBookings(site, code, 2);
    expect(await bookOnce(site)).toMatchObject({ statusCode: 201 });
    expect(await readTries(site)).toBe(3);
    expect(await countRows(site)).toEqual({ bookings: 1, keys: 1, mails: 5 });
  },
);

onPostgres.for([...RETRIED.map((code) => [code, 5] as const), ["25P04", 1] as const])(
  "where every try is broken off, 503 with Retry-After and nothing is left (%s)",
  async ([code, tries]) => {
    const site = await startSite();
    await breakOffBookings(site, code, 1_000);
    expectUnavailable(await bookOnce(site));
    expect(await readTries(site)).toBe(tries);
    expect(await countRows(site)).toEqual({ bookings: 0, keys: 0, mails: 0 });
  },
);

onPostgres("of two that wait for each other's row one is broken off and tries again: both are done once", async () => {
  const { database } = await startSite();
  await database.transaction(async (trx) => {
    await sql`create table purses (name text primary key, coins integer)`.execute(trx);
    await sql`insert into purses values ('a', 0), ('b', 0)`.execute(trx);
  });
  const bothHoldOne = Promise.withResolvers<void>();
  let tries = 0;
  let held = 0;
  const add = (first: string, second: string, coins: number) =>
    database.transaction(async (trx) => {
      tries += 1;
      const addTo = (name: string) => sql`update purses set coins = coins + ${coins} where name = ${name}`.execute(trx);
      await sql`set local deadlock_timeout = '50ms'`.execute(trx);
      await addTo(first);
      held += 1;
      if (held === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await addTo(second);
      return coins;
    });
  expect(await Promise.all([add("a", "b", 1), add("b", "a", 10)])).toEqual([1, 10]);
  expect(tries).toBe(3);
  expect((await sql`select name, coins from purses order by name`.execute(database.read)).rows).toEqual([
    { name: "a", coins: 11 },
    { name: "b", coins: 11 },
  ]);
});

onPostgres(
  "an admin's change that is broken off to end a deadlock with another client is made all the same",
  async () => {
    const { site, url } = await startWith("alter database :name set deadlock_timeout = '50ms'");
    const id: string = (await bookOnce(site)).json().bookingId;
    const dana = await addSignedIn(site);
    const [other, third] = [await connect(url), await connect(url)];
    await other.query("begin; set local deadlock_timeout = '60s'; lock table history in exclusive mode");
    await third.query("begin; lock table mails in exclusive mode");
    const change = Promise.resolve(dana.call("PATCH", `/api/bookings/${id}/status`, { status: "Completed" }));
    await untilWaiting(site, "mails");
    const others = other.query("update inquiries set notes = 'theirs'; commit");
    await untilWaiting(site, "inquiries");
    await third.query("commit");
    await others;
    expect(await change).toMatchObject({ statusCode: 200 });
    const { rows } = await sql`select status, notes from bookings`.execute(site.database.read);
    expect(rows).toEqual([{ status: "Completed", notes: "theirs" }]);
  },
);

onPostgres("staff and visitors at one person and a joined lead at once: nobody waits for each other", async () => {
  // Nothing ends a deadlock before its statements are too late, and then it is answered 503.
  const { site } = await startWith("alter database :name set deadlock_timeout = '60s'");
  const { call } = await addSignedIn(site);
  const house = (number: number) => ({
    street: `${number} Oak Ave`,
    city: "Springfield",
    state: "IL",
    zipCode: "62704",
  });
  const enter = (number: number, changes: object = {}) =>
    call("POST", "/api/leads/calls", newCall({ property: house(number), ...changes }));
  const asked = (number: number, phone: string) =>
    post(site, "/api/call-backs", { phone, address: `${number} Oak Ave, Springfield, IL 62704` });
  const log = (leadId: string) => call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "reached" });
  const other = "(217) 555-0199";
  const numbers = [1, 2, 3, 4];
  const own: string[] = [];
  for (const number of numbers) own.push((await enter(number, { reached: false })).json().leadId);
  const { leadId } = (await enter(9, { name: "Ann", phone: other, reached: false })).json();
  expect((await call("POST", `/api/leads/${own[0]}/join`, { leadId })).statusCode).toBe(200);
  for (let round = 0; round < 2; round += 1) {
    site.clock.advance(60);
    const answers = await Promise.all([
      ...numbers.map((number) => asked(number, "(217) 555-0142")),
      asked(9, other),
      ...[...own, leadId].map(log),
      ...numbers.map((number) => enter(number, { reached: undefined, log: { outcome: "reached" } })),
      ...[1, 3].map((number) => enter(number)),
    ]);
    expect(answers.map(({ statusCode, body }) => (statusCode === 201 ? 201 : body))).toEqual(answers.map(() => 201));
  }
});

onPostgres("a lock that is not acquired in time: 503 with Retry-After, and the next try books", async () => {
  const { site, url } = await startWith("alter database :name set lock_timeout = '100ms'");
  const other = await connect(url);
  await other.query("begin; lock table inquiries in exclusive mode");
  expectUnavailable(await bookOnce(site));
  await other.query("commit");
  expect(await bookOnce(site)).toMatchObject({ statusCode: 201 });
});

onPostgres("a statement that takes too long, or that an operator cancels: 503 with Retry-After", async () => {
  const { site, url } = await startWith("select 1");
  const other = await connect(url);
  await other.query("begin; lock table meetings in access exclusive mode");
  for (const [ask, table] of [
    [book, "bookings"],
    [readSlots, "meetings"],
  ] as const) {
    const asking = ask(site);
    const pid = await untilWaiting(site, table);
    await other.query("select pg_cancel_backend($1)", [pid]);
    expectUnavailable(await asking);
  }
  expectUnavailable(await bookOnce(site));
  await other.query("commit");
  expect(await bookOnce(site)).toMatchObject({ statusCode: 201 });
});

onPostgres("a transaction that ended changes nothing any more, whatever of it still runs", async () => {
  const { database } = await startSite();
  await database.transaction((trx) => sql`create table purses (name text primary key)`.execute(trx));
  let left: Promise<PromiseSettledResult<unknown>[]> | undefined;
  const insert = (trx: typeof database.read, name: string) => sql`insert into purses values (${name})`.execute(trx);
  const refused = database.transaction(async (trx) => {
    left = Promise.allSettled([insert(trx, "sent").then(() => insert(trx, "after the end"))]);
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await left).toMatchObject([{ reason: new Error("The transaction has ended") }]);
  // On the same connection.
  await database.transaction((trx) => insert(trx, "kept"));
  expect((await sql`select name from purses`.execute(database.read)).rows).toEqual([{ name: "kept" }]);
});

onPostgres("of queries that are sent together, the error of the first that failed is the transaction's", async () => {
  const { database } = await startSite();
  await database.transaction((trx) => sql`create table purses (name text primary key)`.execute(trx));
  const sent = database.transaction(async (trx) => {
    const insert = () => sql`insert into purses values ('a')`.execute(trx);
    await Promise.all([insert(), insert().then((result) => result), sql`select 1`.execute(trx)]);
  });
  await expect(sent).rejects.toMatchObject({ code: "23505" });
  const deaf = database.transaction(async (trx) => {
    await Promise.allSettled([sql`insert into purses values (null)`.execute(trx), sql`select 1`.execute(trx)]);
    return "done";
  });
  await expect(deaf).rejects.toMatchObject({ code: "23502" });
  expect((await sql`select name from purses`.execute(database.read)).rows).toEqual([]);
});

test("a write outside a transaction fails", async () => {
  const { database } = await startSite();
  await expect(sql`delete from mails`.execute(database.read)).rejects.toThrow(/read-?only/);
});

/** Raises a real database error `times` times: a sequence keeps counting across rollbacks. */
async function breakOffBookings({ database }: TestSite, code: string, times: number): Promise<void> {
  await database.transaction(async (trx) => {
    await sql`create sequence tries`.execute(trx);
    await sql`create function break_off() returns trigger language plpgsql as ${sql.lit(`begin
      if nextval('tries') <= ${times} then raise exception using errcode = '${code}'; end if;
      return new; end`)}`.execute(trx);
    await sql`create trigger break_off before insert on inquiries for each row execute function break_off()`.execute(
      trx,
    );
  });
}

async function readTries({ database }: TestSite): Promise<number | undefined> {
  return (await sql<{ tries: number }>`select last_value as tries from tries`.execute(database.read)).rows[0]?.tries;
}

async function countRows({ database }: TestSite): Promise<object | undefined> {
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)})`;
  const { rows } = await sql<object>`select ${count("bookings")} as bookings, ${count("idempotency_keys")} as keys,
    ${count("mails")} as mails`.execute(database.read);
  return rows[0];
}

function bookOnce(site: TestSite) {
  const headers = { "idempotency-key": "one-and-the-same" };
  return book(site, {}, { headers });
}

async function readSlots({ app }: TestSite) {
  return app.inject("/api/bookings/available-slots?date=2026-11-25");
}

function expectUnavailable(answer: Awaited<ReturnType<typeof bookOnce>>): void {
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 503, code: "unavailable" });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
}

/** The site's connections are all made after this statement. */
async function startWith(statement: string): Promise<{ site: TestSite; url: string }> {
  const env = await databaseEnvironment();
  const url = env.DATABASE_URL ?? "";
  const client = await connect(url);
  await client.query(statement.replace(":name", new URL(url).pathname.slice(1)));
  return { site: await startSite({ env }), url };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // The test database is dropped while this client is connected.
  client.on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Resolves with the session whose query of this table waits for a lock. */
async function untilWaiting({ database }: TestSite, table: string): Promise<number> {
  let pid = 0;
  const look = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like ${`%${table}%`}`.execute(database.read);
    pid = rows[0]?.pid ?? 0;
    return pid;
  };
  await expect.poll(look, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0);
  return pid;
}

onPostgres("what connections have prepared is prepared anew after another version has changed a table", async () => {
  const { database } = await startSite();
  const rowsIn = async (db: typeof database.read) => (await sql`select * from purses`.execute(db)).rows;
  const ways: Record<string, () => Promise<unknown[]>> = {
    read: () => rowsIn(database.read),
    view: () => database.view(rowsIn),
    transaction: () =>
      database.transaction(
        async (trx) => (await sql`update purses set coins = coins + 1 returning *`.execute(trx)).rows,
      ),
  };
  for (const [way, ask] of Object.entries(ways)) {
    const askAll = () => Promise.all(Array.from({ length: 10 }, ask));
    await database.transaction((trx) => sql`create table purses (name text, coins integer)`.execute(trx));
    await database.transaction((trx) => sql`insert into purses values ('a', 0)`.execute(trx));
    for (let round = 0; round < 6; round++) await askAll();
    const prepared = sql<{
      count: number;
    }>`select count(*) as count from pg_prepared_statements where statement like '%purses%'`;
    expect((await prepared.execute(database.read)).rows[0]?.count, way).toBeGreaterThan(0);
    await database.transaction((trx) => sql`alter table purses add column note text default 'new'`.execute(trx));
    expect(await askAll(), way).toEqual(Array(10).fill([expect.objectContaining({ name: "a", note: "new" })]));
    if (way === "transaction") expect(await rowsIn(database.read)).toEqual([{ name: "a", coins: 70, note: "new" }]);
    await database.transaction((trx) => sql`drop table purses`.execute(trx));
  }
});

onPostgres("a stream may take longer than a query", async () => {
  const { database } = await startSite();
  const rows = await database.snapshot(async (db) => {
    const slow = db.selectFrom(
      sql<{ n: number }>`(select n, pg_sleep(0.05) from generate_series(1, 100) n)`.as("slow"),
    );
    let count = 0;
    for await (const _ of slow.select("n").stream(10)) count += 1;
    return count;
  });
  expect(rows).toBe(100);
});
