import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { consumeRateLimit, type RateLimit, type RateLimitsTables } from "../rate-limits.ts";
import { clientAddressKey } from "./client-address.ts";
import type { App } from "./types.ts";

/** Five calls a second for ten minutes: far above what a household needs, far below what hurts. */
export const CALLS_PER_CLIENT: RateLimit = { count: 3000, windowSeconds: 600 };

/** Counts are written in batches, so that reads cost no write. Each process may exceed the limit by one batch. */
const FLUSH_AFTER_CALLS = 50;
const MAX_WAIT_MS = 100;
const MAX_ADDRESSES = 20_000;
const UNCOUNTED = new Set(["/healthz", "/readyz"]);

type Counted = { since: number; calls: number; isBeingWritten: boolean; refusedUntil: number };

export function rateLimitPublicCalls(
  app: App,
  { database, clock }: { database: Database<RateLimitsTables>; clock: Clock },
): void {
  const addresses = new Map<string, Counted>();

  const countedOf = (key: string, now: number): Counted => {
    const known = addresses.get(key);
    if (known && now - known.since < CALLS_PER_CLIENT.windowSeconds * 1000) return known;
    const counted = { since: now, calls: 0, isBeingWritten: false, refusedUntil: 0 };
    addresses.delete(key);
    addresses.set(key, counted);
    const oldest = addresses.size > MAX_ADDRESSES && addresses.keys().next().value;
    if (oldest) addresses.delete(oldest);
    return counted;
  };

  app.addHook("onRequest", async (request) => {
    const { config, url = "" } = request.routeOptions;
    if (config?.access !== "public" || UNCOUNTED.has(url)) return;
    const now = clock.now();
    const key = clientAddressKey(request.ip);
    const counted = countedOf(key, now.getTime());
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
    counted.calls += 1;
    if (counted.calls < FLUSH_AFTER_CALLS || counted.isBeingWritten) return;
    // A read waits only briefly for the write, and succeeds while nothing can be written.
    await Promise.race([writeDown(counted, { key, now, log: request.log }), sleep(MAX_WAIT_MS)]);
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
  });

  const writeDown = async (counted: Counted, { key, now, log }: { key: string; now: Date; log: FastifyBaseLogger }) => {
    const amount = counted.calls;
    const count = { key: `calls ${key}`, limit: CALLS_PER_CLIENT, amount, now };
    counted.isBeingWritten = true;
    try {
      await database.transaction((trx) => consumeRateLimit(trx, count));
      counted.calls -= amount;
    } catch (error) {
      const { retryAfterSeconds } = error instanceof AppError ? error.details : {};
      if (!retryAfterSeconds) return log.warn({ err: error }, "calls of an address are not counted yet");
      counted.calls -= amount;
      counted.refusedUntil = now.getTime() + retryAfterSeconds * 1000;
      counted.since = counted.refusedUntil - CALLS_PER_CLIENT.windowSeconds * 1000;
    } finally {
      counted.isBeingWritten = false;
    }
  };
}

function refusal(waitMs: number): AppError {
  return new AppError("rate_limited", "Too many requests. Please wait a little and try again.", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
