import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { hostUrls } from "#platform/server/database/hosts/host-urls.ts";
import { Hosts } from "#platform/server/database/hosts/hosts.ts";
import { UpdateError } from "./run.ts";
import type { Twin } from "./twin.ts";

const MAX_SESSIONS_MS = 5_000;
const POLL_MS = 50;
const CONNECT_TIMEOUT_MS = 5_000;
/** Of a name in PostgreSQL. */
const MAX_NAME_BYTES = 63;

type Ask = (query: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

export function postgresTwin(url: string): Twin {
  // Neither of the two can be renamed or copied over a connection to itself, and at times the live one takes none.
  const hosts = new Hosts(addressOf(url, "postgres"));
  // The driver leaves signs such as %2F as they are.
  const live = decodeURI(new URL(hostUrls(url)[0] ?? url).pathname.slice(1));
  const [next, before] = [besideName(live, "update_next"), besideName(live, "update_before")];
  const ask = async <Result>(work: (ask: Ask) => Promise<Result>) => connected(await hosts.primary(), work);
  return {
    environment: { DATABASE_URL: addressOf(url, next) },
    canReadMeanwhile: false,
    requireRights: () => ask((query) => requireRights(query, live)),
    copy: () =>
      ask(async (query) => {
        // A process that comes back, or a command beside the site, would write what is not copied.
        await allowConnections(query, live, false);
        await untilUnused(query, live);
        await drop(query, next);
        await query(`create database ${quoted(next)} template ${quoted(live)} strategy file_copy`);
      }),
    takePlace: () =>
      ask(async (query) => {
        await untilUnused(query, live);
        await untilUnused(query, next);
        await query(`alter database ${quoted(live)} rename to ${quoted(before)}`);
        await query(`alter database ${quoted(next)} rename to ${quoted(live)}`);
      }),
    goBack: () =>
      ask(async (query) => {
        if (await isThere(query, before)) {
          await drop(query, live);
          await query(`alter database ${quoted(before)} rename to ${quoted(live)}`);
        }
        await allowConnections(query, live, true);
      }),
    clear: () =>
      ask(async (query) => {
        await drop(query, next);
        await drop(query, before);
      }),
  };
}

async function requireRights(query: Ask, live: string): Promise<void> {
  const [role] = await query(
    `select current_user as name, rolcreatedb or rolsuper as creates,
       rolsuper or pg_has_role(current_user, datdba, 'usage') as owns
     from pg_roles, pg_database where rolname = current_user and datname = $1`,
    [live],
  );
  if (!role) throw new UpdateError(`there is no database ${live}: start the site once`);
  if (!role.creates)
    throw new UpdateError(
      `the update needs a second database, and ${role.name} may not create one. As an administrator of PostgreSQL: alter role ${quoted(String(role.name))} createdb`,
    );
  if (!role.owns) throw new UpdateError(`${role.name} does not own the database ${live}, and cannot rename it`);
}

/** Sessions of a stopped process end within a moment. Others would write to what was already copied. */
async function untilUnused(query: Ask, name: string): Promise<void> {
  const until = Date.now() + MAX_SESSIONS_MS;
  for (;;) {
    const others = await query(
      `select coalesce(host(client_addr), 'this machine') as address, application_name as program
       from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    const [other] = others;
    if (!other) return;
    if (Date.now() > until)
      throw new UpdateError(
        `the database ${name} is in use by ${others.length} others, such as ${other.program || "a program"} from ${other.address}: stop every process of the site, also on other machines`,
      );
    await pause(POLL_MS);
  }
}

/** Not even to the server's administrator. */
async function allowConnections(query: Ask, name: string, isAllowed: boolean): Promise<void> {
  await query(`alter database ${quoted(name)} with allow_connections ${isAllowed}`);
}

/** It ends what is still connected: this is never the database that visitors have written to. */
async function drop(query: Ask, name: string): Promise<void> {
  await query(`drop database if exists ${quoted(name)} with (force)`);
}

async function isThere(query: Ask, name: string): Promise<boolean> {
  return (await query("select 1 from pg_database where datname = $1", [name])).length > 0;
}

async function connected<Result>(url: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // The query that waits rejects too; without a listener the process would end here.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(async (query, values = []) => (await client.query(query, values)).rows);
  } finally {
    await client.end();
  }
}

/** No URL of several hosts can be parsed. */
function addressOf(url: string, name: string): string {
  return url.replace(/^(\w+:\/\/[^/]*)\/[^?]*/, (_, server: string) => `${server}/${encodeURI(name)}`);
}

/** PostgreSQL would cut a longer name, and both would be one. */
function besideName(live: string, ending: string): string {
  let start = live;
  while (Buffer.byteLength(`${start}_${ending}`) > MAX_NAME_BYTES) start = start.slice(0, -1);
  return `${start}_${ending}`;
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
