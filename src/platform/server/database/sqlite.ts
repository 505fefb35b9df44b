import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, SqliteDialect } from "kysely";
import { isSqliteBusy } from "./driver-errors.ts";

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
  if (!existsSync(file)) closeSync(openSync(file, "a", OWNER_ONLY));
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

/** Kysely's SQLite dialect on Node's driver, with a cache of the hundred or so statements the site uses. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  type Prepared = { statement: StatementSync; reader: boolean };
  const cache = new Map<string, Prepared>();

  // A statement being iterated stays open, so iterate() gets its own.
  const prepareCached = (sql: string): Prepared => {
    const known = cache.get(sql);
    if (known) {
      cache.delete(sql);
      cache.set(sql, known);
      return known;
    }
    const statement = database.prepare(sql);
    const prepared = { statement, reader: statement.columns().length > 0 };
    cache.set(sql, prepared);
    const oldest = cache.size > CACHED_STATEMENTS && cache.keys().next().value;
    if (oldest) cache.delete(oldest);
    return prepared;
  };

  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const { statement, reader } = prepareCached(sql);
        const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
        return {
          reader,
          all: (parameters) => statement.all(...bind(parameters)),
          run: (parameters) => statement.run(...bind(parameters)),
          iterate: (parameters) => database.prepare(sql).iterate(...bind(parameters)) as IterableIterator<unknown>,
        };
      },
    },
  });
}
