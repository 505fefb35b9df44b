import type { Database } from "#platform/server/database/database.ts";
import { expireEntries } from "./erasure.ts";

const CHUNK_LINES = 500;

/** Deletes in small chunks. Returns the number of entries. */
export async function expirePermissions(
  database: Database,
  { years, now }: { years: number; now: Date },
): Promise<number> {
  const before = yearsBefore(now, years);
  let count = 0;
  for (;;) {
    const expired = await database.transaction((trx) => expireEntries(trx, before, CHUNK_LINES));
    count += expired;
    if (expired < CHUNK_LINES) return count;
  }
}

function yearsBefore(now: Date, years: number): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  if (before.getUTCMonth() !== now.getUTCMonth()) before.setUTCDate(0);
  return before;
}
