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
  const source: Source = { pool, hosts, sessions, heartbeat: { at: 0 }, timeoutMs, statements };
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
  heartbeat: { at: number };
};

/** Waiting for a connection and for its first answer share one timeout; each later answer has its own. */
async function lease(source: Source): Promise<PipelinedClient> {
  const { sessions, heartbeat, timeoutMs, statements } = source;
  const since = performance.now();
  const client = await withTimeout(source);
  let isLost = false;
  let left = Math.max(timeoutMs - (performance.now() - Math.max(since, heartbeat.at)), 1);
  let unanswered = 0;
  let timer: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(timer);
    if (unanswered > 0) timer = setTimeout(() => destroySession(client), left);
    left = timeoutMs;
  };
  const ask = statements ? preparing(client, statements) : (client.query.bind(client) as Ask);
  const query: Ask = (...parameters) => {
    gather(client);
    const answer = ask(...parameters);
    if (!(answer instanceof Promise)) return answer;
    unanswered += 1;
    if (unanswered === 1) listen();
    return answer
      .then((result) => {
        heartbeat.at = performance.now();
        return result;
      })
      .catch((error) => {
        if (isLostPrimary(error)) {
          isLost = true;
          sessions.doubt(client);
        }
        throw error;
      })
      .finally(() => {
        unanswered -= 1;
        listen();
      });
  };
  return {
    query: query as PostgresPoolClient["query"],
    pipeline: () => setPipeline(client, true),
    release: (discard) => {
      setPipeline(client, false);
      client.release(discard || isLost);
    },
  };
}

type Ask = (query: unknown, values?: unknown[]) => unknown;

function preparing(client: pg.PoolClient, statements: PreparedStatements): Ask {
  let isFirst = true;
  return (query, values) => {
    // The first query of a lease is alone, or it begins a transaction.
    const isAlone = isFirst;
    isFirst = false;
    if (typeof query !== "string") return client.query(query as pg.Submittable);
    return client.query(statements.of(query) as string, values).catch((error) => {
      if (!isStaleStatement(error)) throw error;
      statements.forget();
      if (!isAlone) throw error;
      return client.query(query, values);
    });
  };
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
