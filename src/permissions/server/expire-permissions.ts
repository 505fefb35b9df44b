import type { Database } from "#platform/server/database/database.ts";
import { expireLines } from "./erasure.ts";
import type { PermissionsTables } from "./table.ts";

const CHUNK_LINES = 500;

/** Deletes the lines of people whose last line is older than these years, in small chunks. Returns how many. */
export async function expirePermissions(
  database: Database<PermissionsTables>,
  { years, now }: { years: number; now: Date },
): Promise<number> {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  let count = 0;
  for (;;) {
    const expired = await database.transaction((trx) => expireLines(trx, before, CHUNK_LINES));
    count += expired;
    if (expired < CHUNK_LINES) return count;
  }
}
