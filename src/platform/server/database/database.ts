import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { GroupCommit } from "./group-commit.ts";
import type { Presence } from "./presence.ts";
import { openSqlite, sqliteDialect } from "./sqlite.ts";
import { sqlitePresence } from "./sqlite-presence.ts";

export type Engine = "sqlite" | "postgres";

export type Database<Tables> = {
  readonly engine: Engine;
  /** For reading outside a transaction. On SQLite a connection of its own that cannot write. */
  readonly read: Kysely<Tables>;
  /**
   * Runs `work` in one transaction and resolves once it is durable. `work` may await nothing but queries on what it is
   * given: on SQLite everybody else's writes wait meanwhile. Whatever it throws undoes it. It is called again from the
   * start where PostgreSQL broke it off, so that it must change nothing but the database.
   */
  transaction<Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Lets `work` read everything as it is at one moment, however long it takes, while others go on writing. */
  snapshot<Result>(work: (read: Kysely<Tables>) => Promise<Result>): Promise<Result>;
  /** Runs `work` alone: no other process migrates the same database meanwhile. */
  migrating(work: (db: Kysely<Tables>) => Promise<void>): Promise<void>;
  /** From now on people wait: on SQLite a transaction waits for another process's lock for 3 seconds instead of 10. */
  beginServing(): void;
  /** Who of those that share this database is alive. Ends with the database's own end. */
  readonly presence: Presence;
  close(): Promise<void>;
};

export const SQLITE_FILE = "site.db";

const SERVING_TIMEOUT_MS = 3_000;
/**
 * Nothing of another process keeps reading waiting, but for the moments in which it repairs the log after a crash or is
 * the last to close the file. SQLite holds up everything else in this process for as long.
 */
const READ_TIMEOUT_MS = 250;

/** Searching among a million bookings looks at a few thousand of them: with SQLite's own 2 MB it took twice as long. */
const READ_CACHE_KB = 64 * 1024;

type Options = {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Hears of database connections that broke. */
  onConnectionError: (error: Error) => void;
};

export async function openDatabase<Tables>({
  dataDir,
  databaseUrl,
  onConnectionError,
}: Options): Promise<Database<Tables>> {
  if (databaseUrl) return overPostgres(databaseUrl, onConnectionError);
  makeFolder(dataDir);
  return overSqlite(join(dataDir, SQLITE_FILE));
}

/** Only the owner may look inside. The plain call first: the recursive one never returns where a virtual file system refuses. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: !existsSync(dirname(path)), mode: 0o700 });
}

function overSqlite<Tables>(file: string): Database<Tables> {
  // SQLite writes what it may have to undo or sort to files that are gone at once. Here and not in the system's folder for
  // such things: they hold what people told us, and in a locked-down service this may be the only folder to write to.
  process.env.SQLITE_TMPDIR = dirname(file);
  const writer = openSqlite(file);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: READ_TIMEOUT_MS });
  reader.exec(`pragma cache_size = -${READ_CACHE_KB}`);
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer) });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reader) });
  const commits = new GroupCommit(writer, write);
  const presence = sqlitePresence(dirname(file));
  return {
    engine: "sqlite",
    read,
    transaction: (work) => commits.add(work),
    // Kysely neither locks SQLite nor wraps its migrations: one immediate transaction around all of them does both.
    migrating: (work) => commits.add(work),
    snapshot: (work) => sqliteSnapshot(file, work),
    beginServing: () => {
      commits.timeoutMs = SERVING_TIMEOUT_MS;
    },
    presence,
    close: async () => {
      await commits.settled();
      await presence.close();
      reader.close();
      writer.close();
    },
  };
}

/** On a connection of its own: a reading transaction there sees one state of the file until it ends. */
async function sqliteSnapshot<Tables, Result>(
  file: string,
  work: (read: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: READ_TIMEOUT_MS });
  try {
    return await new Kysely<Tables>({ dialect: sqliteDialect(connection) }).transaction().execute(work);
  } finally {
    connection.close();
  }
}

async function overPostgres<Tables>(url: string, onConnectionError: (error: Error) => void): Promise<Database<Tables>> {
  // Whoever runs on SQLite does not load a driver for another database.
  const { MIGRATION_TIMEOUT_MS, openPostgres, postgresDialect, QUERY_TIMEOUT_MS, retryConflicts } = await import(
    "./postgres.ts"
  );
  const { postgresPresence } = await import("./postgres-presence.ts");
  const open = (timeoutMs: number) =>
    new Kysely<Tables>({ dialect: postgresDialect(openPostgres(url, { timeoutMs, onConnectionError })) });
  const db = open(QUERY_TIMEOUT_MS);
  const presence = postgresPresence(url, db, { timeoutMs: QUERY_TIMEOUT_MS, onConnectionError });
  return {
    engine: "postgres",
    read: db,
    transaction: (work) => retryConflicts(() => db.transaction().execute(work)),
    snapshot: (work) => db.transaction().setIsolationLevel("repeatable read").setAccessMode("read only").execute(work),
    // Kysely's migrator takes an advisory lock and wraps all migrations in one transaction here.
    migrating: async (work) => {
      const patient = open(MIGRATION_TIMEOUT_MS);
      try {
        await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    // Here everything but a migration waits as long as a person does.
    beginServing: () => {},
    presence,
    close: async () => {
      await presence.close();
      await db.destroy();
    },
  };
}
