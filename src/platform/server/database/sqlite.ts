import { chmodSync, closeSync, existsSync, openSync, statSync } from "node:fs";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type Dialect, SqliteDialect } from "kysely";
import { isSqliteBusy } from "./driver-errors.ts";

const CACHED_STATEMENTS = 200;
const BUSY_TIMEOUT_MS = 10_000;
const BUSY_RETRY_MS = 20;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Opens the file with the settings that make an acknowledged write durable. Several processes may open it
 * (a backup, a second start): only the opening itself waits for them. From then on whoever finds the file locked is told
 * so at once, because SQLite waits without letting anything else in this process happen: see GroupCommit.
 */
export function openSqlite(file: string): DatabaseSync {
  keepPrivate(file);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  turnToWal(database);
  database.exec("pragma synchronous = full; pragma foreign_keys = on; pragma busy_timeout = 0;");
  return database;
}

/** SQLite makes a file that everybody may read, and gives the two beside it the mode of the first. */
function keepPrivate(file: string): void {
  // Only where there is none: to open and close one that is in use would drop the locks this process holds on it.
  if (!existsSync(file)) closeSync(openSync(file, "a", OWNER_ONLY));
  for (const part of [file, `${file}-wal`, `${file}-shm`]) {
    const mode = statSync(part, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & OTHERS) === 0) continue;
    try {
      chmodSync(part, OWNER_ONLY);
    } catch {
      // Another user's file, or a file system without modes: the folder is what protects it.
    }
  }
}

/** SQLite does not wait here by itself: of two processes that make a new file at once, one would be told it is locked. */
function turnToWal(database: DatabaseSync): void {
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

/** Kysely's SQLite dialect on Node's own driver, with the hundred-odd statements the site runs kept prepared. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  type Prepared = { statement: StatementSync; reader: boolean };
  const cache = new Map<string, Prepared>();

  // A statement that is being iterated stays open, so iterate() always gets one of its own.
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
