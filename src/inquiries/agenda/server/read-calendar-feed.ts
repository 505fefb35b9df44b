import { createHash } from "node:crypto";
import { factorDueOf } from "#accounts/users/server/required-factor.ts";
import { heldAfterRestore } from "#delivery/removals/errors.ts";
import { isHeld } from "#delivery/removals/server/hold.ts";
import { AppError } from "#platform/errors.ts";
import type { Database } from "#platform/server/database/database.ts";
import { consumeRateLimit, type RateLimit } from "#platform/server/rate-limits.ts";
import { findLiveFeed, recordFeedRead } from "./store.ts";
import type { CalendarFeedsTable } from "./table.ts";

/** Programs poll every few minutes at most, but several may share one URL. */
export const READS_PER_FEED: RateLimit = { count: 60, windowSeconds: 600 };
const READ_RECORD_INTERVAL_MS = 15 * 60_000;

type Request = { secret: string; isLimited: boolean; now: Date };

/** Returns whose it is. Throws not_found, with the same answer for every invalid secret, rate_limited, and held_after_restore. */
export async function openFeed(database: Database, { secret, isLimited, now }: Request): Promise<string> {
  // Any input is hashed and looked up, so that invalid secrets take as long as unknown ones.
  const feed = await findLiveFeed(database.read, hashSecret(secret));
  const owner = feed && ({ id: feed.user_id, role: "admin" } as const);
  if (!owner || (await factorDueOf(database.read, owner, now)).secondFactorDue)
    throw new AppError("not_found", "Page not found.");
  if (await isHeld(database)) throw heldAfterRestore();
  const shouldRecord = !wasReadRecently(feed, now);
  if (!isLimited && !shouldRecord) return feed.user_id;
  await database.transaction(async (trx) => {
    if (isLimited) await consumeRateLimit(trx, { key: `calendar feed ${feed.id}`, limit: READS_PER_FEED, now });
    if (shouldRecord) await recordFeedRead(trx, feed.id, now);
  });
  return feed.user_id;
}

/** The hash is unsalted and fast, because 130 random bits cannot be guessed. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

function wasReadRecently({ last_read_at }: CalendarFeedsTable, now: Date): boolean {
  return last_read_at !== null && Date.parse(last_read_at) > now.getTime() - READ_RECORD_INTERVAL_MS;
}
