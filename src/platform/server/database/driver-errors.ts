export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = asDriverError(error);
  return code === "23505" || errcode === 2067 || errcode === 1555;
}

export function isMissingReference(error: unknown): boolean {
  const { code, errcode } = asDriverError(error);
  return code === "23503" || errcode === 787;
}

// PostgreSQL error classes: connection, rollback, resources, operator intervention; lock not available, read-only, timeouts.
const POSTGRES_UNAVAILABLE = /^(08|40|53|57|55P03|25006|25P0[34])/;
const POSTGRES_CONFLICTS = new Set(["40001", "40P01"]);
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);
/** What a server says that stops, is promoted or became a standby. Its connections are of no more use. */
const LOST_PRIMARY = new Set(["25006", "57P01", "57P02", "57P03"]);
const SQLITE_BUSY = 5;
// SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open.
const SQLITE_UNAVAILABLE = new Set([SQLITE_BUSY, 6, 8, 10, 13, 14]);
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|^timeout expired$|Connection terminated|not queryable|has been discarded|Cannot use a pool after/;

export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errcode, message } = asDriverError(error);
  if (errcode !== undefined) return SQLITE_UNAVAILABLE.has(errcode & 0xff);
  if (code !== undefined) return POSTGRES_UNAVAILABLE.test(code) || NETWORK.has(code) || isStaleStatement(error);
  return POOL_MESSAGES.test(message ?? "");
}

export function isLostPrimary(error: unknown): boolean {
  return LOST_PRIMARY.has(asDriverError(error).code ?? "");
}

export function isTransactionConflict(error: unknown): boolean {
  return POSTGRES_CONFLICTS.has(asDriverError(error).code ?? "") || isStaleStatement(error);
}

/** A migration has changed the columns of what the connection has prepared. Others of its class say what is not supported. */
export function isStaleStatement(error: unknown): boolean {
  const { code, routine } = asDriverError(error);
  return code === "0A000" && routine === "RevalidateCachedQuery";
}

export function isSqliteBusy(error: unknown): boolean {
  const { errcode = 0 } = asDriverError(error);
  return (errcode & 0xff) === SQLITE_BUSY;
}

function asDriverError(error: unknown): { code?: string; errcode?: number; message?: string; routine?: string } {
  return typeof error === "object" && error !== null ? error : {};
}
