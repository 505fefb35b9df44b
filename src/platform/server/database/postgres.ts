import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { isLostPrimary, isStaleStatement, isTransactionConflict } from "./driver-errors.ts";
import type { Hosts } from "./hosts/hosts.ts";
import { destroySession, Sessions, SilentDatabase, streamOf } from "./hosts/sessions.ts";
import type { PreparedStatements } from "./prepared-statements.ts";
import { PostgresCompiler } from "./queries/literal-limits.ts";

const CONNECTIONS = 10;

export const QUERY_TIMEOUT_MS = 4_000;
const BUSY_FACTOR = 4;
/** For a migration, and for one table of a backup. */
export const LONG_TIMEOUT_MS = 30 * 60_000;
const MAX_CONFLICT_ATTEMPTS = 5;
const CONFLICT_BACKOFF_MS = 20;

// Counts and sums arrive as text by default, because they could exceed a number; ours cannot.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type Options = {
  timeoutMs: number;
  onConnectionError: (error: Error) => void;
  onConnect?: string;
  /** Not for a migration, which changes what it has prepared. */
  statements?: PreparedStatements;
};

export type PipelinedPool = Omit<PostgresPool, "connect"> & { connect(): Promise<PipelinedClient> };

/** `pipeline` lets queries be sent before earlier ones are answered, until the release. It excludes cursors. */
type PipelinedClient = PostgresPoolClient & { pipeline(): void };

/** Without the timeout a suspended server or a network that drops packets would hang queries for minutes. */
export function openPostgres(
  hosts: Hosts,
  { timeoutMs, onConnectionError, onConnect, statements }: Options,
): PipelinedPool {
  const sessions = new Sessions(hosts);
  const pool = new pg.Pool({
    Client: sessions.Client,
    max: CONNECTIONS,
    connectionTimeoutMillis: timeoutMs * BUSY_FACTOR,
    statement_timeout: timeoutMs,
    keepAlive: true,
    ...(onConnect && { onConnect: (client) => client.query(onConnect) }),
  });
  const onError = (error: Error, client: pg.ClientBase) => {
    sessions.doubt(client);
    onConnectionError(error);
  };
  pool.on("error", onError);
  // A connection that breaks inside a transaction has no other listener, and the error would end the process.
  pool.on("connect", (client) => client.on("error", (error) => onError(error, client)));
  const source: Source = { pool, hosts, sessions, leases: new WeakMap(), heartbeat: { at: 0 }, timeoutMs, statements };
  return {
    options: pool.options,
    connect: () => lease(source),
    end: () => {
      sessions.stop();
      return pool.end();
    },
  };
}

export function postgresDialect(pool: PostgresPool): Dialect {
  return new SiteDialect({ pool, cursor: Cursor });
}

class SiteDialect extends PostgresDialect {
  override createQueryCompiler = () => new PostgresCompiler();
}

/** Retries what lost a deadlock or a conflict, or met a migration. The backoff grows and is random, so that two do not meet again. */
export async function retryConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === MAX_CONFLICT_ATTEMPTS || !isTransactionConflict(error)) throw error;
      await sleep(CONFLICT_BACKOFF_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}

type Source = Pick<Options, "timeoutMs" | "statements"> & {
  pool: pg.Pool;
  hosts: Hosts;
  sessions: Sessions;
  leases: WeakMap<pg.PoolClient, Lease>;
  heartbeat: { at: number };
};

/** Waiting for a connection and for its first answer share one timeout; each later answer has its own. */
async function lease(source: Source): Promise<PipelinedClient> {
  const { leases, heartbeat, timeoutMs } = source;
  const since = performance.now();
  const client = await withTimeout(source);
  const known = leases.get(client) ?? new Lease(client, source);
  leases.set(client, known);
  known.begin(Math.max(timeoutMs - (performance.now() - Math.max(since, heartbeat.at)), 1));
  return known;
}

/** One for each session, not for each time that it is lent: Kysely keeps something weakly for each, and collecting that takes V8 long. */
class Lease {
  readonly #client: pg.PoolClient;
  readonly #source: Source;
  #isLost = false;
  #isFirst = true;
  #left = 0;
  #unanswered = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(client: pg.PoolClient, source: Source) {
    this.#client = client;
    this.#source = source;
  }

  begin(left: number): void {
    this.#isFirst = true;
    this.#left = left;
  }

  readonly query = ((query: unknown, values?: unknown[]) => {
    gather(this.#client);
    const answer = this.#ask(query, values);
    if (!(answer instanceof Promise)) return answer;
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#listen();
    return this.#heard(answer);
  }) as PostgresPoolClient["query"];

  pipeline(): void {
    setPipeline(this.#client, true);
  }

  release(discard = false): void {
    setPipeline(this.#client, false);
    this.#client.release(discard || this.#isLost);
  }

  async #heard(answer: Promise<unknown>): Promise<unknown> {
    const { heartbeat, sessions } = this.#source;
    try {
      const result = await answer;
      heartbeat.at = performance.now();
      return result;
    } catch (error) {
      if (isLostPrimary(error)) {
        this.#isLost = true;
        sessions.doubt(this.#client);
      }
      throw error;
    } finally {
      this.#unanswered -= 1;
      this.#listen();
    }
  }

  #listen(): void {
    clearTimeout(this.#timer);
    if (this.#unanswered > 0) this.#timer = setTimeout(() => destroySession(this.#client), this.#left);
    this.#left = this.#source.timeoutMs;
  }

  #ask(query: unknown, values?: unknown[]): unknown {
    const { statements } = this.#source;
    // The first query of a lease is alone, or it begins a transaction.
    const isAlone = this.#isFirst;
    this.#isFirst = false;
    if (typeof query !== "string" || !statements) return this.#client.query(query as string, values);
    return this.#client.query(statements.of(query) as string, values).catch((error) => {
      if (!isStaleStatement(error)) throw error;
      statements.forget();
      if (!isAlone) throw error;
      return this.#client.query(query, values);
    });
  }
}

/** The driver reads this at each query. No query may be open then, because the driver keeps a list for each way of sending. */
function setPipeline(client: pg.PoolClient, isOn: boolean): void {
  (client as { -readonly [Key in keyof pg.PoolClient]: pg.PoolClient[Key] }).pipeline = isOn;
}

async function withTimeout(source: Source): Promise<pg.PoolClient> {
  const { heartbeat, timeoutMs } = source;
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const since = performance.now();
  const listen = () => {
    const silentFor = performance.now() - Math.max(since, heartbeat.at);
    if (silentFor >= timeoutMs) reject(new SilentDatabase("No connection to the database in time"));
    else timer = setTimeout(listen, timeoutMs - silentFor);
  };
  let timer = setTimeout(listen, timeoutMs);
  const connecting = connectToPrimary(source);
  try {
    return await Promise.race([connecting, silence]);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function connectToPrimary({ pool, hosts, sessions }: Source): Promise<pg.PoolClient> {
  for (;;) {
    const primary = await hosts.primary();
    const client = await pool.connect().catch((error) => {
      hosts.doubt(primary);
      throw error;
    });
    if (sessions.isOfPrimary(client)) return client;
    client.release(true);
  }
}

const corked = new WeakSet<Socket>();

/** Sends the queries of one turn of the event loop at once: each packet costs both sides a system call. */
function gather(client: pg.ClientBase): void {
  const stream = streamOf(client);
  if (corked.has(stream)) return;
  corked.add(stream);
  stream.cork();
  process.nextTick(() => {
    corked.delete(stream);
    stream.uncork();
  });
}
