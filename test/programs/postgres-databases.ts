// A new PostgreSQL database takes half a second of copying and deleting files, so a test gets one that an earlier test has used.
import { randomBytes } from "node:crypto";
import pg from "pg";

type Used = { url: string; size: number; shape: string; empty: string };

const free: Used[] = [];
/** Deleted rows stay in the files: with more, later tests would read through them. */
const MAX_GROWTH_BYTES = 4_000_000;

export type Borrowed = { url: string; giveBack: () => Promise<void> };

/** A copy of the migrated template, as it was migrated. */
export async function borrowDatabase(server: string, template: string): Promise<Borrowed> {
  const used = free.pop() ?? (await newDatabase(server, template));
  return { url: used.url, giveBack: () => giveBack(server, used) };
}

/** A copy for one test alone. */
export async function createDatabase(server: string, template: string): Promise<Borrowed> {
  const url = new URL(server);
  url.pathname = `/test_${randomBytes(8).toString("hex")}`;
  // The default strategy writes the whole template to the log first, and takes twice as long.
  await query(server, `create database ${url.pathname.slice(1)} template ${template} strategy file_copy`);
  return { url: url.href, giveBack: () => dropDatabase(server, url.href) };
}

async function newDatabase(server: string, template: string): Promise<Used> {
  const { url } = await createDatabase(server, template);
  const { rows: tables } = await query(url, TABLES);
  const restored: string[] = [];
  for (const { name } of tables) {
    const { rows } = await query(url, `select json_agg(t)::text as rows from ${name} as t`);
    const values = rows[0].rows && pg.escapeLiteral(rows[0].rows);
    if (values) restored.push(`insert into ${name} select * from json_populate_recordset(null::${name}, ${values})`);
  }
  const { rows: sequences } = await query(url, SEQUENCES);
  // As a replica, PostgreSQL runs no triggers and checks no references.
  const empty = [
    "set session_replication_role = replica",
    ...tables.map(({ name }) => `delete from ${name}`),
    ...restored,
    ...sequences.map(({ name, value, called }) => `select setval(${pg.escapeLiteral(name)}, ${value}, ${called})`),
  ].join(";\n");
  return { url, empty, ...(await connected(url, stateOf)) };
}

/** A test that has changed more than rows, or left many, has used it up. */
async function giveBack(server: string, used: Used): Promise<void> {
  const isReady = await connected(used.url, async (client) => {
    await client.query(END_OTHERS);
    const { shape, size } = await stateOf(client);
    if (shape !== used.shape || size > used.size + MAX_GROWTH_BYTES) return false;
    await client.query(used.empty);
    return true;
  });
  if (!isReady) return dropDatabase(server, used.url);
  free.push(used);
}

async function dropDatabase(server: string, url: string): Promise<void> {
  await query(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

async function stateOf(client: pg.Client): Promise<Pick<Used, "shape" | "size">> {
  const { rows } = await client.query(STATE);
  return { shape: rows[0].shape, size: Number(rows[0].size) };
}

function query(url: string, sql: string) {
  return connected(url, (client) => client.query(sql));
}

async function connected<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const TABLES = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`;

const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value) as value,
  last_value is not null as called from pg_sequences`;

const END_OTHERS = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

const STATE = `select pg_database_size(current_database()) as size, (
  select md5(string_agg(part, ',' order by part)) from (
    select concat_ws(' ', 'relation', oid, relname, relacl) from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'column', attrelid, attname, atttypid, attnotnull, attacl) from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'constraint', oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'trigger', oid, tgenabled) from pg_trigger
    union all select concat_ws(' ', 'function', oid, xmin) from pg_proc where pronamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    union all select concat_ws(' ', 'schema', nspname, nspacl) from pg_namespace where nspname not like 'pg_%'
    union all select concat_ws(' ', 'setting', setrole, setconfig) from pg_db_role_setting
      where setdatabase in (0, (select oid from pg_database where datname = current_database()))
    union all select concat_ws(' ', 'database', datacl, datconnlimit) from pg_database where datname = current_database()
  ) as parts (part)) as shape`;
