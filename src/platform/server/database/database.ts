import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, sql } from "kysely";
import { makePrivateFolder } from "../files/folder-owner.ts";
import { Commits, type Unfollow } from "./commits.ts";
import { GroupCommit } from "./group-commit.ts";
import type { Presence } from "./presence.ts";
import { limitedDialect, limitedQuery } from "./queries/limited-reads.ts";
import { sharedLook } from "./queries/shared-look.ts";
import { openSqlite, sqliteDialect } from "./sqlite.ts";
import { sqlitePresence } from "./sqlite-presence.ts";
import type { Db, Tables } from "./tables.ts";

export type Engine = "sqlite" | "postgres";

export type Database = {
  readonly engine: Engine;
  readonly read: Db;
  /**
   * Runs `work` in one transaction and resolves once it is durable. An error from `work` rolls it back. `work` may
   * await only queries on `trx`: on SQLite all other writes wait for it. It must have no side effects outside the
   * database, because PostgreSQL may abort it, and then it runs again. `together` starts independent queries.
   */
  transaction<Result>(work: (trx: Db) => Promise<Result>): Promise<Result>;
  /** Gives `work` a consistent snapshot for any length of time without blocking writers. */
  snapshot<Result>(work: (read: Db) => Promise<Result>): Promise<Result>;
  /** A snapshot for a few queries that cannot stream: `together` starts independent ones. */
  view<Result>(work: (read: Db) => Promise<Result>): Promise<Result>;
  /** Differs once a transaction has changed something, in this process or another. */
  version(): Promise<string>;
  /**
   * Calls soon after each commit, of this process or another, until it is stopped. Commits of one moment may share a call, and
   * the word of another process can get lost.
   */
  onCommit(follower: () => void): Unfollow;
  migrating(work: (db: Db) => Promise<void>): Promise<void>;
  /** SQLite transactions then wait 3 seconds instead of 10 for another process's lock, because visitors wait too. */
  beginServing(): void;
  readonly presence: Presence;
  close(): Promise<void>;
};

export const SQLITE_FILE = "site.db";

const SERVING_TIMEOUT_MS = 3_000;
/**
 * The undo data of one job of a batch stays in memory, some eighty kilobytes for a booking, and so do 16 MB of pages. A
 * migration would sort whole tables in memory, so these apply only while serving. A checkpoint within a commit costs
 * some 0.05 ms a page; SQLite's own 1,000 pages would block the process for 50 ms.
 */
const SERVING_SETTINGS = "pragma temp_store = memory; pragma cache_size = -16384; pragma wal_autocheckpoint = 600";
/** Other processes block reads only during recovery and while the last one closes the file. SQLite waits synchronously. */
const READ_TIMEOUT_MS = 250;

const MAX_IDLE_SNAPSHOTS = 8;

const READ_CACHE_KB = 64 * 1024;

/** Asking for the number costs a microsecond, and only while commits are followed. */
const OTHERS_EVERY_MS = 250;

type Options = {
  dataDir: string;
  databaseUrl: string | undefined;
  onConnectionError: (error: Error) => void;
  /** A crash may lose the content of a temporary SQLite file. */
  isTemporary?: boolean;
};

export async function openDatabase({
  dataDir,
  databaseUrl,
  onConnectionError,
  isTemporary = false,
}: Options): Promise<Database> {
  if (databaseUrl) return overPostgres(databaseUrl, onConnectionError);
  makePrivateFolder(dataDir);
  return overSqlite(join(dataDir, SQLITE_FILE), isTemporary);
}

export type ReadOnlyDatabase = Pick<Database, "engine" | "read" | "close"> & {
  presence: Pick<Presence, "listHeld">;
};

/** A program beside the site reads this way and changes nothing. Rejects if there is no database. */
export async function openToRead(options: Options): Promise<ReadOnlyDatabase> {
  if (options.databaseUrl) {
    const { openPostgres, postgresDialect, QUERY_TIMEOUT_MS } = await import("./postgres.ts");
    const { postgresPresence } = await import("./postgres-presence.ts");
    const { Hosts } = await import("./hosts/hosts.ts");
    const hosts = new Hosts(options.databaseUrl);
    const pool = { timeoutMs: QUERY_TIMEOUT_MS, onConnectionError: options.onConnectionError };
    const read = new Kysely<Tables>({ dialect: postgresDialect(openPostgres(hosts, pool)) });
    await sql`select 1`.execute(read);
    const presence = postgresPresence(hosts, read, pool);
    return { engine: "postgres", read, presence, close: () => read.destroy() };
  }
  const file = new DatabaseSync(join(options.dataDir, SQLITE_FILE), { readOnly: true, timeout: READ_TIMEOUT_MS });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  await sql`select count(*) from sqlite_schema`.execute(read);
  return { engine: "sqlite", read, presence: sqlitePresence(options.dataDir), close: async () => file.close() };
}

function overSqlite(file: string, isTemporary: boolean): Database {
  // SQLite's temporary files hold personal data, and a locked-down service may not be able to write the system's folder.
  process.env.SQLITE_TMPDIR = dirname(file);
  const writer = openSqlite(file, { isTemporary });
  const reader = new DatabaseSync(file, { readOnly: true, timeout: READ_TIMEOUT_MS });
  reader.exec(`pragma cache_size = -${READ_CACHE_KB}`);
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer) });
  const read = new Kysely<Tables>({ dialect: limitedDialect(sqliteDialect(reader), "sqlite") });
  const snapshots = new Snapshots(file);
  const changes = reader.prepare("pragma data_version");
  const dataVersion = () => String(changes.get()?.data_version);
  let told = "";
  const followed = new Commits((tell) => {
    told = dataVersion();
    const timer = setInterval(() => {
      if (dataVersion() === told) return;
      told = dataVersion();
      tell();
    }, OTHERS_EVERY_MS).unref();
    return () => clearInterval(timer);
  });
  const groups = new GroupCommit(writer, write, () => followed.tell());
  const presence = sqlitePresence(dirname(file));
  return {
    engine: "sqlite",
    read,
    transaction: (work) => groups.add(work),
    // Kysely neither locks SQLite nor wraps its migrations; one immediate transaction around all of them does both.
    migrating: (work) => groups.add(work),
    snapshot: (work) => snapshots.run(work),
    view: (work) => snapshots.run(work),
    version: async () => dataVersion(),
    onCommit: (follower) => followed.follow(follower),
    beginServing: () => groups.beginServing({ timeoutMs: SERVING_TIMEOUT_MS, settings: SERVING_SETTINGS }),
    presence,
    close: async () => {
      followed.stop();
      await groups.settled();
      await presence.close();
      await snapshots.close();
      reader.close();
      writer.close();
    },
  };
}

/**
 * Opening a file, reading its schema and preparing statements take longer than most of what is read, so a few connections wait
 * for the next with what they have prepared.
 */
class Snapshots {
  readonly #file: string;
  readonly #idle: Kysely<Tables>[] = [];
  #isClosed = false;

  constructor(file: string) {
    this.#file = file;
  }

  async run<Result>(work: (read: Db) => Promise<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? this.#open();
    try {
      return await connection.transaction().execute(work);
    } finally {
      if (this.#isClosed || this.#idle.length >= MAX_IDLE_SNAPSHOTS) await connection.destroy();
      else this.#idle.push(connection);
    }
  }

  #open(): Kysely<Tables> {
    const file = new DatabaseSync(this.#file, { readOnly: true, timeout: READ_TIMEOUT_MS });
    return new Kysely<Tables>({ dialect: limitedDialect(sqliteDialect(file), "sqlite") });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of this.#idle.splice(0)) await connection.destroy();
  }
}

const VERSION = sql`pg_current_snapshot()::text || ' ' || extract(epoch from pg_postmaster_start_time())`;

async function overPostgres(url: string, onConnectionError: (error: Error) => void): Promise<Database> {
  // The import is dynamic, because sites on SQLite do not need the driver.
  const { LONG_TIMEOUT_MS, openPostgres, postgresDialect, QUERY_TIMEOUT_MS, retryConflicts } = await import(
    "./postgres.ts"
  );
  const { postgresPresence } = await import("./postgres-presence.ts");
  const { PostgresCommits } = await import("./postgres-commits.ts");
  const { pipelinedTransactions, ON_CONNECT } = await import("./postgres-transaction.ts");
  const { PreparedStatements } = await import("./prepared-statements.ts");
  const { Hosts } = await import("./hosts/hosts.ts");
  const hosts = new Hosts(url);
  const options = { timeoutMs: QUERY_TIMEOUT_MS, onConnectionError };
  const statements = new PreparedStatements();
  const pool = openPostgres(hosts, { ...options, onConnect: ON_CONNECT, statements });
  const dialect = limitedDialect(postgresDialect(pool), "postgres");
  const db = new Kysely<Tables>({ dialect });
  const inTransaction = pipelinedTransactions(pool, dialect, { begin: "begin read write" });
  const inView = pipelinedTransactions(pool, dialect, {
    begin: "begin isolation level repeatable read read only",
    toSent: (query) => limitedQuery(query, "postgres"),
  });
  const presence = postgresPresence(hosts, db, options);
  const commits = new PostgresCommits(hosts, pool, options);
  return {
    engine: "postgres",
    read: db,
    transaction: async (work) => {
      const result = await retryConflicts(() => inTransaction(work));
      commits.tell();
      return result;
    },
    snapshot: (work) =>
      db
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (trx) => {
          // For the server a stream is one statement, however long a backup or a download takes.
          await sql`set local statement_timeout = ${sql.lit(LONG_TIMEOUT_MS)}`.execute(trx);
          return work(trx);
        }),
    view: (work) => retryConflicts(() => inView(work)),
    // Two equal snapshots of one server see the same transactions; a promoted one may count on after lost ones.
    version: sharedLook(async () => {
      const { rows } = await sql<{ version: string }>`select ${VERSION} as version`.execute(db);
      return rows[0]?.version ?? "";
    }),
    onCommit: (follower) => commits.follow(follower),
    // On PostgreSQL Kysely's migrator takes an advisory lock and wraps all migrations in one transaction.
    migrating: async (work) => {
      const patient = new Kysely<Tables>({
        dialect: postgresDialect(openPostgres(hosts, { timeoutMs: LONG_TIMEOUT_MS, onConnectionError })),
      });
      try {
        await work(patient);
      } finally {
        await patient.destroy();
      }
    },
    beginServing: () => {},
    presence,
    close: async () => {
      await commits.close();
      await presence.close();
      await db.destroy();
    },
  };
}
