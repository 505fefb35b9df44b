import { type Dialect, PostgresDialect } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 30_000;

// Counts and sums arrive as text by default, because they could be larger than a number; ours cannot.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);

/** `onIdleError` hears of connections that break while nobody uses them, as when the server restarts. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  pool.on("error", onIdleError);
  return pool;
}

export function postgresDialect(pool: pg.Pool): Dialect {
  return new PostgresDialect({ pool, cursor: Cursor });
}
