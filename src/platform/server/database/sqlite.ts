import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, SqliteDialect, type SqliteStatement } from "kysely";
import { giveToFolderOwner } from "../files/folder-owner.ts";
import { isSqliteBusy } from "./driver-errors.ts";
import { SqliteCompiler } from "./queries/literal-limits.ts";

const CACHED_STATEMENTS = 200;
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 20;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** Opening waits for other processes. Later a locked file fails at once, because SQLite waits synchronously; see GroupCommit. */
export function openSqlite(file: string, { isTemporary = false } = {}): DatabaseSync {
  restrictToOwner(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  if (!isTemporary) enableWal(database);
  // recursive_triggers: without it REPLACE deletes rows past the triggers that refuse it (https://sqlite.org/lang_conflict.html).
  database.exec(
    "pragma synchronous = full; pragma foreign_keys = on; pragma recursive_triggers = on; pragma busy_timeout = 0;",
  );
  // A write-ahead log would hold a large restore a second time.
  if (isTemporary) database.exec("pragma journal_mode = memory; pragma synchronous = off;");
  return database;
}

/** SQLite creates the file readable by everyone, and its -wal and -shm files with the same mode. */
function restrictToOwner(file: string): void {
  // Only a new file: opening and closing one in use would drop this process's locks on it.
  if (!existsSync(file)) create(file);
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(part, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OTHERS) === 0) continue;
    try {
      chmodSync(part, OWNER_ONLY);
    } catch {
      // Another user's file, or a file system without modes: the folder protects it.
    }
  }
}

/** SQLite gives -wal and -shm the owner of the file. */
function create(file: string): void {
  let opened: number;
  try {
    opened = openSync(file, "wx", OWNER_ONLY);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  giveToFolderOwner(opened, file);
  closeSync(opened);
}

/** SQLite's timeout does not cover this: with two processes that create a file at once, one fails with "locked". */
function enableWal(database: DatabaseSync): void {
  const giveUpAt = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_RETRY_MS);
    }
  }
}

/**
 * Indexes what the current transaction has added to a search (see migration 0029), and what a process of an older version left,
 * which knows nothing of it.
 */
export function pendingIndexer(database: DatabaseSync): () => void {
  const find = database.prepare("select 1 from sqlite_schema where name = 'pending_search'");
  let index: StatementSync | undefined;
  return () => {
    if (!index && find.get()) index = database.prepare("delete from pending_search");
    index?.run();
  };
}

declare module "node:sqlite" {
  interface StatementSync {
    /** Missing in the types and in early releases of Node 26. */
    stat?(counter: "reprepare"): number;
  }
}

/** Kysely's SQLite dialect on Node's driver, with a cache of the hundred or so statements the site uses. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const cache = new Map<string, SqliteStatement>();

  const prepareCached = (sql: string): SqliteStatement => {
    const known = cache.get(sql);
    if (known) {
      cache.delete(sql);
      cache.set(sql, known);
      return known;
    }
    const prepared = prepare(database, sql);
    cache.set(sql, prepared);
    const oldest = cache.size > CACHED_STATEMENTS && cache.keys().next().value;
    if (oldest) cache.delete(oldest);
    return prepared;
  };

  return new SiteDialect({ database: { close: () => database.close(), prepare: prepareCached } });
}

class SiteDialect extends SqliteDialect {
  override createQueryCompiler = () => new SqliteCompiler();
}

function prepare(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: statement.stat ? readerOfLiterals(statement) : (parameters) => statement.all(...bind(parameters)),
    run: (parameters) => statement.run(...bind(parameters)),
    // A statement being iterated stays open, so iterate() gets its own.
    iterate: (parameters) => database.prepare(sql).iterate(...bind(parameters)) as IterableIterator<unknown>,
  };
}

/**
 * Node's own rows are objects in V8's slow mode: ten bookings take a third longer to read, and four times as long to write as
 * JSON. So cells are read, and a generated function makes an object literal of them.
 */
function readerOfLiterals(statement: StatementSync): SqliteStatement["all"] {
  const timesPrepared = () => statement.stat?.("reprepare");
  statement.setReturnArrays(true);
  let toRow = literalOf(statement);
  let times = timesPrepared();
  return (parameters) => {
    const rows: unknown[] = statement.all(...(parameters as SQLInputValue[]));
    // SQLite prepares it again after a change of the schema, also by another process, and "*" means other columns then.
    if (timesPrepared() !== times) {
      toRow = literalOf(statement);
      times = timesPrepared();
    }
    // In place, so that many rows are not held twice.
    for (const [index, cells] of rows.entries()) rows[index] = toRow(cells as Cells);
    return rows;
  };
}

type Cells = readonly unknown[];

/** As many as there are lists of columns in the code. */
const literals = new Map<string, (cells: Cells) => object>();

/** Generated, as Fastify's router and zod do it: a loop that sets keys makes slow objects again. Names of columns are our own. */
function literalOf(statement: StatementSync): (cells: Cells) => object {
  const fields = statement.columns().map(({ name }, index) => `${JSON.stringify(name)}: cells[${index}]`);
  const source = `return { ${fields.join(", ")} };`;
  const literal = literals.get(source) ?? (new Function("cells", source) as (cells: Cells) => object);
  literals.set(source, literal);
  return literal;
}
