/** What a driver's error means to us; undefined where it is a fault of ours. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = asDriverError(error);
  return code === "23505" || errcode === 2067 || errcode === 1555;
}

// PostgreSQL: connection exceptions, insufficient resources, operator intervention, read-only standby.
const POSTGRES_UNAVAILABLE = /^(08|53|57P|25006)/;
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
// SQLite's primary result codes: busy, locked, read-only, I/O error, full, cannot open.
const SQLITE_UNAVAILABLE = new Set([5, 6, 8, 10, 13, 14]);
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|has been discarded|Cannot use a pool after/;

/** True where the database cannot be reached or cannot write at the moment: worth another try later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, errcode, message } = asDriverError(error);
  if (errcode !== undefined) return SQLITE_UNAVAILABLE.has(errcode & 0xff);
  if (code !== undefined) return POSTGRES_UNAVAILABLE.test(code) || NETWORK.has(code);
  return POOL_MESSAGES.test(message ?? "");
}

function asDriverError(error: unknown): { code?: string; errcode?: number; message?: string } {
  return typeof error === "object" && error !== null ? error : {};
}
