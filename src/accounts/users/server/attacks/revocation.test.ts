// A sign-in or refresh that runs while the account is revoked must not leave a valid session.
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { SignedIn } from "#accounts/users/credentials.ts";
import { ALL_DUTIES } from "#platform/access/duties.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { hashPassword } from "#platform/server/passwords.ts";
import { PASSWORD } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { startProcess } from "#test/programs/processes.ts";
import { post } from "#test/programs/requests.ts";
import { databaseEnvironment } from "#test/server.ts";
import { insertUser } from "../accounts.ts";
import { makeAdmin } from "../make-admin.ts";

const ROUNDS = isDrill ? 100 : 1;
const SLOW = { timeout: isDrill ? 900_000 : 60_000 };
const NEW_PASSWORD = "eleven dry raincoats";
const GATE = 4711;

type Account = { id: string; email: string };
type Arena = Awaited<ReturnType<typeof open>>;

const ENDINGS: Record<string, (arena: Arena, account: Account) => Promise<unknown>> = {
  "an admin's new password": ({ here, asDana }, { id }) =>
    asDana(`${here}/users/${id}`, "PUT", { password: NEW_PASSWORD }),
  "a deactivation by its button": ({ here, asDana }, { id }) => asDana(`${here}/users/${id}/toggle-active`, "PATCH"),
  "a deactivation by its form": ({ here, asDana }, { id }) => asDana(`${here}/users/${id}`, "PUT", { isActive: false }),
  // The command's own function, in a third process.
  "npm run admin": async ({ database }, { email }) => (await makeAdmin(database, email, new Date())).password,
};

test("a sign-in or refresh during the loss of an account does not survive it", SLOW, async () => {
  const arena = await open();
  const { here, there } = arena;
  const survivors: Record<string, number> = {};
  for (const [name, end] of Object.entries(ENDINGS)) {
    survivors[name] = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const account = await arena.addAccount(`${name.replaceAll(/\W/g, "")}${round}@example.com`);
      const started = performance.now();
      const { refreshToken } = await signedIn(await arena.signIn(there, account));
      const oneSignIn = performance.now() - started;
      const racing = [here, there].flatMap((api) => [
        arena.signIn(api, account),
        post(`${api}/auth/refresh`, { refreshToken }),
      ]);
      // At a random point of the sign-ins.
      await pause(Math.random() * oneSignIn * 2);
      await end(arena, account);
      const answers = await Promise.all(racing);
      await arena.activate(account);
      for (const answer of answers) if (await arena.isInside(answer)) survivors[name]++;
    }
  }
  expect(survivors).toEqual(Object.fromEntries(Object.keys(ENDINGS).map((name) => [name, 0])));
});

// On SQLite a second writer cannot begin.
test.runIf(process.env.TEST_ENGINE === "postgres")(
  "a sign-in or renewal that began before the account was taken, and would be stored after it, ends with it",
  SLOW,
  async () => {
    const arena = await open();
    const gate = await gateBeforeSignIns(arena.databaseUrl);
    for (const [name, end] of Object.entries(ENDINGS))
      for (const act of ["sign-in", "renewal"]) {
        const account = await arena.addAccount(`${act}${name.replaceAll(/\W/g, "")}@example.com`);
        const { refreshToken } = await signedIn(await arena.signIn(arena.there, account));
        await gate.close();
        const answering =
          act === "sign-in"
            ? arena.signIn(arena.there, account)
            : post(`${arena.there}/auth/refresh`, { refreshToken });
        await gate.waiting(1);
        const ending = end(arena, account);
        await gate.waiting(2);
        await gate.open();
        const [answer] = await Promise.all([answering, ending]);
        await arena.activate(account);
        expect(answer.status).toBe(200);
        expect(await arena.isInside(answer), `${name}, ${act}`).toBe(false);
      }
    const email = "owner@example.com";
    await gate.close();
    const registering = post(`${arena.there}/auth/register`, { email, password: PASSWORD });
    await gate.waiting(1);
    const making = makeAdmin(arena.database, email, new Date());
    await gate.waiting(2);
    await gate.open();
    const [registered, { password }] = await Promise.all([registering, making]);
    expect(await arena.isInside(registered)).toBe(false);
    const { role } = await signedIn(await post(`${arena.here}/auth/login`, { email, password }));
    expect(role).toBe("admin");
  },
);

/** Two processes on one database, an admin, and the test's own connections. */
async function open() {
  const environment = await databaseEnvironment();
  const [first, second] = [await startProcess(environment), await startProcess(environment)];
  const [here, there] = [`${first.url}/api`, `${second.url}/api`];
  const { DATA_DIR: dataDir = "", DATABASE_URL: databaseUrl } = environment;
  const database: Database = await openDatabase({ dataDir, databaseUrl, onConnectionError: () => {} });
  onTestFinished(() => database.close());
  const passwordHash = await hashPassword(PASSWORD);
  const addAccount = async (email: string): Promise<Account> => {
    const account = {
      email,
      passwordHash,
      role: "admin",
      duties: ALL_DUTIES,
      isActive: true,
      now: new Date(),
    } as const;
    const user = await database.transaction((trx) => insertUser(trx, account));
    return { id: user?.id ?? "", email };
  };
  const signIn = (api: string, { email }: { email: string }) =>
    post(`${api}/auth/login`, { email, password: PASSWORD });
  const { accessToken } = await signedIn(await signIn(here, await addAccount("dana@example.com")));
  const asDana = async (url: string, method: string, body: object = {}) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const activate = ({ id }: Account) => asDana(`${here}/users/${id}`, "PUT", { isActive: true });
  /** True if the tokens in this answer open the admin area or can be refreshed. */
  const isInside = async (answer: Response) => {
    const given = (await answer.json()) as Partial<SignedIn> & { data?: Partial<SignedIn> };
    expect([200, 201, 401, 403], JSON.stringify(given)).toContain(answer.status);
    const tokens = given.data ?? given;
    if (!tokens.accessToken) return false;
    const call = await fetch(`${here}/users`, { headers: { authorization: `Bearer ${tokens.accessToken}` } });
    const renewal = await post(`${here}/auth/refresh`, { refreshToken: tokens.refreshToken });
    return call.status !== 401 || renewal.status !== 401;
  };
  return { here, there, database, databaseUrl, addAccount, activate, signIn, asDana, isInside };
}

async function signedIn(answer: Response): Promise<SignedIn> {
  expect(answer.status).toBe(200);
  return (await answer.json()) as SignedIn;
}

/** Makes sign-ins wait just before they are stored, until it opens. */
async function gateBeforeSignIns(databaseUrl: string | undefined) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`
    create function wait_at_gate() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end';
    create trigger gate before insert or update on sign_ins for each row execute function wait_at_gate()`);
  const waiting =
    "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const countWaiting = async () => Number((await client.query(waiting)).rows[0].count);
  return {
    close: () => client.query(`select pg_advisory_lock(${GATE})`),
    open: () => client.query(`select pg_advisory_unlock(${GATE})`),
    waiting: (count: number) => expect.poll(countWaiting, { timeout: 10_000, interval: 10 }).toBe(count),
  };
}
