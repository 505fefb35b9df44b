import { isOfActiveAdmin } from "#accounts/users/server/accounts.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { CalendarFeedsTable } from "./table.ts";

export function feedCounter({ read }: Database): (userId: string) => Promise<number> {
  return async (userId) => (await listFeedsOf(read, userId)).length;
}

export async function listFeedsOf(db: Db, userId: string): Promise<CalendarFeedsTable[]> {
  return db
    .selectFrom("calendar_feeds")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Ignores feeds of accounts that are not active admins, or may not take such data out. */
export async function findLiveFeed(db: Db, secretHash: string): Promise<CalendarFeedsTable | undefined> {
  return db
    .selectFrom("calendar_feeds")
    .selectAll()
    .where("secret_hash", "=", secretHash)
    .where(isOfActiveAdmin("calendar_feeds.user_id", "answer", "take-out"))
    .executeTakeFirst();
}

export async function insertFeed(trx: Db, feed: CalendarFeedsTable): Promise<void> {
  await trx.insertInto("calendar_feeds").values(feed).execute();
}

export async function deleteFeedRow(trx: Db, { id, userId }: { id: string; userId?: string }): Promise<boolean> {
  let feed = trx.deleteFrom("calendar_feeds").where("id", "=", id);
  if (userId !== undefined) feed = feed.where("user_id", "=", userId);
  const { numDeletedRows } = await feed.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function recordFeedRead(trx: Db, id: string, now: Date): Promise<void> {
  await trx.updateTable("calendar_feeds").set({ last_read_at: now.toISOString() }).where("id", "=", id).execute();
}
