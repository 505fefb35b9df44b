import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";

const CONNECTIONS = 10;

/** How long a visitor waits for the database before being told to try again. */
export const REQUEST_PATIENCE_MS = 4_000;
/** Migrations wait for each other, and for the rebuilding of large tables. */
export const MIGRATION_PATIENCE_MS = 30 * 60_000;

// Counts and sums arrive as text by default, because they could be larger than a number; ours cannot.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

type Options = {
  patienceMs: number;
  /** Hears of connections that break, as when the server restarts. */
  onConnectionError: (error: Error) => void;
};

/**
 * Connections that give up on a server that has fallen silent: it may have been stopped in the middle, or be behind a
 * network that drops what we send. Without that a query waits for as long as the connection is believed to stand.
 */
export function openPostgres(url: string, { patienceMs, onConnectionError }: Options): PostgresPool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    keepAlive: true,
  });
  pool.on("error", onConnectionError);
  // A connection that breaks while a transaction holds it has no other listener, and would end the process.
  pool.on("connect", (client) => client.on("error", onConnectionError));
  return {
    options: pool.options,
    connect: () => lease(pool, patienceMs),
    end: () => pool.end(),
  };
}

export function postgresDialect(pool: PostgresPool): Dialect {
  return new PostgresDialect({ pool, cursor: Cursor });
}

class DatabaseSilent extends Error {
  readonly code = "ETIMEDOUT";
}

/** Waiting for a connection and for the first answer on it share one patience; each later query has one of its own. */
async function lease(pool: pg.Pool, patienceMs: number): Promise<PostgresPoolClient> {
  const since = performance.now();
  const client = await withinPatience(pool, patienceMs);
  let left = Math.max(patienceMs - (performance.now() - since), 1);
  const query = (...parameters: unknown[]): unknown => {
    const answer = (client.query as (...parameters: unknown[]) => unknown)(...parameters);
    if (!(answer instanceof Promise)) return answer;
    const timer = setTimeout(() => hangUp(client), left);
    left = patienceMs;
    return answer.finally(() => clearTimeout(timer));
  };
  return { query: query as PostgresPoolClient["query"], release: (discard) => client.release(discard) };
}

async function withinPatience(pool: pg.Pool, patienceMs: number): Promise<pg.PoolClient> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DatabaseSilent("No connection to the database in time")), patienceMs);
  const connecting = pool.connect();
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

/** The query under way fails with this, and the pool drops the connection. */
function hangUp(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(error: Error): void } } };
  connection.stream.destroy(new DatabaseSilent("The database did not answer in time"));
}
