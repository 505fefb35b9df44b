// A backup is a compressed text file, independent of the engine: a backup of SQLite can be restored on PostgreSQL. Each
// line is JSON: the heading, then the tables with their rows, then a checksum of everything before. Bytes are { base64
// }.
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { sql } from "kysely";
import { durable, replaceFile } from "#platform/server/files/durable-file.ts";
import type { CarriedLinkKeys } from "#platform/server/links/link-keys.ts";
import type { Database, Engine } from "../database.ts";
import { appliedMigrations, findForeign, migrateTo, readMigrations } from "../migrate.ts";
import type { Db } from "../tables.ts";
import { BackupError, type BackupKeys, type BackupLock, encrypting, openBackup } from "./backup-encryption.ts";
import { dataTables, type LeftOut, tablesAt } from "./data-tables.ts";
import { plainValue, rowsOf, TableSum, type TableSummary } from "./table-sums.ts";

export type BackupSummary = { createdAt: string; rows: Record<string, number> };

const FORMAT = "site backup 1";
const CHUNK_ROWS = 250;
const CHUNK_LENGTH = 4_000_000;
type Line = Heading | { table: string; columns: string[] } | unknown[] | End;
/** Earlier backups say nothing of links. */
type Heading = { format: string; createdAt: string; migrations: string[]; links?: CarriedLinkKeys };
type CheckedBackup = { heading: Heading; rows: Record<string, number>; tables: ReadonlySet<string> };
type Bytes = { base64: string };
type End = { end: Record<string, number>; sha256: string };

type BackupOptions = {
  file: string;
  leftOut: LeftOut;
  now: Date;
  lock?: BackupLock | undefined;
  links?: CarriedLinkKeys | undefined;
  alongside?: (snapshot: Db) => Promise<void>;
};

/** Writes a consistent snapshot while others read and write. The file appears complete or not at all. */
export async function writeBackup(
  database: Database,
  { file, leftOut, now, lock, links, alongside }: BackupOptions,
): Promise<BackupSummary & { tables: Record<string, TableSummary> }> {
  const sums = new Map<string, TableSum>();
  const rows: Record<string, number> = {};
  const createdAt = now.toISOString();
  // Who gets hold of a plain file must not be able to sign a link.
  const heading = { createdAt, ...(links && { links: lock ? links : { id: links.id } }) };
  await replaceFile(file, (part) =>
    database.snapshot(async (snapshot) => {
      await alongside?.(snapshot);
      const lines = withChecksum(contents(snapshot, { engine: database.engine, leftOut, heading, rows, sums }), rows);
      const stages = lock ? [createGzip(), encrypting(lock)] : [createGzip()];
      await pipeline([Readable.from(lines), ...stages, durable(part)]);
    }),
  );
  return { createdAt, rows, tables: Object.fromEntries([...sums].map(([table, sum]) => [table, sum.summary])) };
}

type RestoreOptions = {
  file: string;
  keys?: BackupKeys | undefined;
  migrations: string;
  leftOut: LeftOut;
  checked?: CheckedBackup;
  onProgress?: ((rows: number, ofRows: number) => void) | undefined;
};

/** Throws BackupError, without changes, for a file that is damaged, newer or holds other tables, and a database with records. */
export async function readBackup(
  database: Database,
  { file, keys, migrations, leftOut, checked, onProgress }: RestoreOptions,
  afterwards: (trx: Db) => Promise<void>,
): Promise<BackupSummary> {
  const { heading, rows, tables } = checked ?? (await checkBackup(file, keys));
  await requireEmpty(database, leftOut);
  const known = await readMigrations(migrations);
  const foreign = findForeign(heading.migrations, Object.keys(known));
  if (foreign) throw new BackupError(`${file} ${foreign.why}. Nothing was restored`);
  const newer = (await appliedMigrations(database.read)).find((name) => !heading.migrations.includes(name));
  if (newer)
    throw new BackupError(
      `The database has the tables of a newer version than the backup (${newer}): restore into an empty place. Nothing was restored`,
    );
  const last = heading.migrations.at(-1) ?? "";
  const held = await tablesAt(known, { last, leftOut });
  const foreignTable = [...tables].find((table) => !held.has(table));
  if (foreignTable !== undefined)
    throw new BackupError(
      `${file} has rows of ${foreignTable}, which a backup of its version does not hold: nothing was restored`,
    );
  await migrateTo(database, known, last);
  const restoring = async (trx: Db) => {
    await requireEmpty(database, leftOut, trx);
    const ofRows = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const lines = textLines(file, keys);
    const insert = { lines, engine: database.engine, onRows: (stored: number) => onProgress?.(stored, ofRows) };
    if (database.engine === "sqlite") await insertAll(trx, insert);
    else await withBriefParts(trx, () => withoutSearchIndexes(trx, () => insertAll(trx, insert)));
    await afterwards(trx);
  };
  // On PostgreSQL an index is built for minutes, and visitors' connections give up after seconds.
  if (database.engine === "sqlite") await database.transaction(restoring);
  else await database.migrating((db) => db.transaction().execute(restoring));
  return { createdAt: heading.createdAt, rows };
}

/** Reads the whole file and changes nothing. Throws BackupError if it is damaged. */
export async function checkBackup(file: string, keys?: BackupKeys): Promise<CheckedBackup> {
  const hash = createHash("sha256");
  const tables = new Set<string>();
  let heading: Heading | undefined;
  let last: string | undefined;
  try {
    for await (const text of textLines(file, keys)) {
      heading ??= JSON.parse(text) as Heading;
      if (heading.format !== FORMAT) throw new BackupError(`${file} is not a backup of this site`);
      if (last !== undefined) hash.update(`${last}\n`);
      last = text;
      if (text.startsWith("[")) continue;
      const line = JSON.parse(text) as Line;
      if ("table" in line) tables.add(line.table);
    }
    const end = JSON.parse(last ?? "") as Partial<End>;
    if (heading && end.end && end.sha256 === hash.digest("hex")) return { heading, rows: end.end, tables };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EACCES" || code === "EISDIR")
      throw new BackupError(`${file} cannot be read (${code})`);
  }
  throw new BackupError(`${file} is damaged or cut short: nothing was restored`);
}

type Contents = {
  engine: Engine;
  leftOut: LeftOut;
  heading: Pick<Heading, "createdAt" | "links">;
  rows: Record<string, number>;
  sums: Map<string, TableSum>;
};

async function* contents(db: Db, { engine, leftOut, heading, rows, sums }: Contents): AsyncGenerator<Line> {
  const migrations = await appliedMigrations(db);
  if (migrations.length === 0) throw new BackupError("There is no site in this database yet: nothing to back up");
  yield { format: FORMAT, ...heading, migrations };
  for (const table of await dataTables(db, engine, leftOut)) {
    const sum = new TableSum();
    sums.set(table, sum);
    rows[table] = 0;
    let columns: string[] | undefined;
    for await (const row of rowsOf(db, table).stream(CHUNK_ROWS)) {
      if (!columns) {
        columns = Object.keys(row);
        yield { table, columns };
      }
      const values = columns.map((column) => plainValue(row[column]));
      sum.add(columns, values);
      yield values;
      rows[table] += 1;
    }
  }
}

function readBack(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Uint8Array.fromBase64((value as Bytes).base64) : value;
}

async function* withChecksum(lines: AsyncGenerator<Line>, rows: Record<string, number>): AsyncGenerator<string> {
  const hash = createHash("sha256");
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    yield text;
  }
  const end: End = { end: rows, sha256: hash.digest("hex") };
  yield `${JSON.stringify(end)}\n`;
}

async function requireEmpty(database: Database, leftOut: LeftOut, within?: Db): Promise<void> {
  const db = within ?? database.read;
  for (const table of await dataTables(db, database.engine, leftOut)) {
    const row = await rowsOf(db, table).limit(1).executeTakeFirst();
    if (row) throw new BackupError(`The database is not empty (there are ${table}): nothing was restored`);
  }
}

type Insert = { lines: AsyncIterable<string>; engine: Engine; onRows: (stored: number) => void };

async function insertAll(trx: Db, { lines, engine, onRows }: Insert): Promise<void> {
  const overriding = engine === "postgres" ? sql`overriding system value` : sql``;
  let target = { table: "", columns: [] as string[] };
  let waiting: unknown[][] = [];
  let waitingLength = 0;
  let stored = 0;
  const insert = async () => {
    if (waiting.length === 0) return;
    const columns = sql.join(target.columns.map((column) => sql.ref(column)));
    const values = sql.join(waiting.map((row) => sql`(${sql.join(row)})`));
    await sql`insert into ${sql.table(target.table)} (${columns}) ${overriding} values ${values}`.execute(trx);
    stored += waiting.length;
    waiting = [];
    waitingLength = 0;
    onRows(stored);
  };
  for await (const text of lines) {
    const line = JSON.parse(text) as Line;
    if (Array.isArray(line)) {
      waiting.push(line.map(readBack));
      waitingLength += text.length;
      if (waiting.length === CHUNK_ROWS || waitingLength > CHUNK_LENGTH) await insert();
    } else if ("table" in line) {
      await insert();
      target = line;
    }
  }
  await insert();
  if (engine === "postgres") await continueNumbers(trx);
}

/** A part of the counts, as the triggers have it. */
const PART = "pg_backend_pid() % 32 + 1";
const BRIEF_PART = "33 + ((extract(epoch from clock_timestamp()) * 100)::bigint % 100000000)::integer";

/**
 * On PostgreSQL each connection counts in a part of its own. Within one transaction that would be a row with a version for each
 * inquiry, and each change reads them all. So here a part lasts a hundredth of a second; housekeeping merges them.
 */
async function withBriefParts(trx: Db, insert: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef(oid) as definition from pg_proc
    where pronamespace = current_schema()::regnamespace and strpos(prosrc, ${PART}) > 0`.execute(trx);
  for (const { definition } of rows) await sql.raw(definition.replaceAll(PART, BRIEF_PART)).execute(trx);
  await insert();
  for (const { definition } of rows) await sql.raw(definition).execute(trx);
}

/** Built from all rows at once, a search index takes a fraction of the time that it takes row by row. */
async function withoutSearchIndexes(trx: Db, insert: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and strpos(indexdef, ' USING gin ') > 0`.execute(trx);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(trx);
  await insert();
  for (const { definition } of rows) await sql.raw(definition).execute(trx);
}

async function continueNumbers(trx: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = current_schema() and is_identity = 'YES'`.execute(trx);
  for (const { table, column } of rows)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), max(${sql.ref(column)}))
      from ${sql.table(table)} having count(*) > 0`.execute(trx);
}

async function* textLines(file: string, keys: BackupKeys = {}): AsyncGenerator<string> {
  const source = await openBackup(file, keys);
  const unzipped = createGunzip();
  // pipe() does not forward errors of the source.
  source.on("error", (error) => unzipped.destroy(error));
  source.pipe(unzipped);
  let rest = "";
  unzipped.setEncoding("utf8");
  for await (const chunk of unzipped) {
    const lines = (chunk as string).split("\n");
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest) yield rest;
}
