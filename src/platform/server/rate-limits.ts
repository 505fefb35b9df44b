import { sql } from "kysely";
import { AppError } from "#platform/errors.ts";
import { keptQuery } from "./database/queries/kept-query.ts";
import type { Db, Tables } from "./database/tables.ts";

/** The counts are in the database, so that all processes count together. */
declare module "./database/tables.ts" {
  interface Tables {
    rate_limits: { key: string; window_started_at: string; count: number };
  }
}

export type RateLimit = { count: number; windowSeconds: number };

/** The daily limit is far above the needs of one shared address, and stops a slow bot from hoarding slots. */
export const FORM_POSTS_PER_ADDRESS: RateLimit = { count: 10, windowSeconds: 600 };
export const FORM_POSTS_PER_ADDRESS_A_DAY: RateLimit = { count: 50, windowSeconds: 86_400 };

const LONG_WINDOW_SECONDS = 3600;
const TOO_MANY_REQUESTS = "Too many requests. Please wait a little and try again, or call us.";
const TOO_MANY_REQUESTS_TODAY = "Too many requests today. Please call us, or try again tomorrow.";

type Counted = { key: string; limit: RateLimit; now: Date; amount?: number };

/** Throws rate_limited above the limit; the rollback then restores the count. */
export async function consumeRateLimit(trx: Db, counted: Counted): Promise<number> {
  return (await consumeRateLimits(trx, [counted]))[0] ?? 0;
}

/** Throws rate_limited. */
export async function rateLimitFormPost(
  trx: Db,
  { form, address, now }: { form: string; address: string; now: Date },
): Promise<void> {
  await consumeRateLimits(trx, [
    { key: `${form} ${address}`, limit: FORM_POSTS_PER_ADDRESS, now },
    { key: `${form} a day ${address}`, limit: FORM_POSTS_PER_ADDRESS_A_DAY, now },
  ]);
}

async function consumeRateLimits(trx: Db, all: readonly Counted[]): Promise<number[]> {
  const rows = all.map(({ key, limit, now, amount: count = 1 }) => {
    const expired = new Date(now.getTime() - limit.windowSeconds * 1000).toISOString();
    return { key, window_started_at: now.toISOString(), count, expired };
  });
  const counts = new Map((await countUp(trx, rows)).map((row) => [row.key, row]));
  return all.map(({ key, limit, now }) => {
    const { count = 0, window_started_at = "" } = counts.get(key) ?? {};
    if (count <= limit.count) return count;
    const endsAt = Date.parse(window_started_at) + limit.windowSeconds * 1000;
    const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
    const message = retryAfterSeconds > LONG_WINDOW_SECONDS ? TOO_MANY_REQUESTS_TODAY : TOO_MANY_REQUESTS;
    throw new AppError("rate_limited", message, { retryAfterSeconds });
  });
}

const countUp = keptQuery((trx: Db, rows: readonly (Tables["rate_limits"] & { expired: string })[]) => {
  const whens = rows.map(({ key, expired }) => sql`when ${key} then ${expired}`);
  const isExpired = sql`rate_limits.window_started_at <= case rate_limits.key ${sql.join(whens, sql` `)} end`;
  return trx
    .insertInto("rate_limits")
    .values(rows.map(({ expired: _, ...row }) => row))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${isExpired} then excluded.count else rate_limits.count + excluded.count end`,
        window_started_at: sql`case when ${isExpired} then excluded.window_started_at else rate_limits.window_started_at end`,
      }),
    )
    .returningAll();
});

export async function refundRateLimit(trx: Db, key: string): Promise<void> {
  await trx
    .updateTable("rate_limits")
    .set({ count: sql`count - 1` })
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();
}

export async function deleteExpiredRateLimits(trx: Db, before: Date): Promise<void> {
  await trx.deleteFrom("rate_limits").where("window_started_at", "<", before.toISOString()).execute();
}
