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

const FLUSH_AFTER_CALLS = 50;
const MAX_WAIT_MS = 100;
const MAX_CALLERS = 20_000;
const UNCOUNTED = new Set(["/healthz", "/readyz"]);

type Services = { database: Database<RateLimitsTables>; clock: Clock };
type Counted = { since: number; calls: number; isBeingWritten: boolean; refusedUntil: number };

export function rateLimitPublicCalls(app: App, services: Services): void {
  const limit = createCallLimit(services, { name: "calls", limit: CALLS_PER_CLIENT, flushAfter: FLUSH_AFTER_CALLS });
  app.addHook("onRequest", async (request) => {
    const { config, url = "" } = request.routeOptions;
    if (config?.access !== "public" || UNCOUNTED.has(url)) return;
    await limit(clientAddressKey(request.ip), request.log);
  });
}

/** Counts a call of this caller. Throws rate_limited. */
export type CallLimit = (caller: string, log: FastifyBaseLogger) => Promise<void>;

/** Counts are written in batches, so that reads cost no write. Each process may exceed the limit by one batch. */
export function createCallLimit(
  { database, clock }: Services,
  { name, limit, flushAfter }: { name: string; limit: RateLimit; flushAfter: number },
): CallLimit {
  const callers = new Map<string, Counted>();
  const windowMs = limit.windowSeconds * 1000;

  const countedOf = (caller: string, now: number): Counted => {
    const known = callers.get(caller);
    if (known && now - known.since < windowMs) return known;
    const counted = { since: now, calls: 0, isBeingWritten: false, refusedUntil: 0 };
    callers.delete(caller);
    callers.set(caller, counted);
    const oldest = callers.size > MAX_CALLERS && callers.keys().next().value;
    if (oldest) callers.delete(oldest);
    return counted;
  };

  const writeDown = async (
    counted: Counted,
    { caller, now, log }: { caller: string; now: Date; log: FastifyBaseLogger },
  ) => {
    const amount = counted.calls;
    counted.isBeingWritten = true;
    try {
      await database.transaction((trx) => consumeRateLimit(trx, { key: `${name} ${caller}`, limit, amount, now }));
      counted.calls -= amount;
    } catch (error) {
      const { retryAfterSeconds } = error instanceof AppError ? error.details : {};
      if (!retryAfterSeconds) return log.warn({ err: error }, "calls are not counted yet");
      counted.calls -= amount;
      counted.refusedUntil = now.getTime() + retryAfterSeconds * 1000;
      counted.since = counted.refusedUntil - windowMs;
    } finally {
      counted.isBeingWritten = false;
    }
  };

  return async (caller, log) => {
    const now = clock.now();
    const counted = countedOf(caller, now.getTime());
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
    counted.calls += 1;
    if (counted.calls < flushAfter || counted.isBeingWritten) return;
    // A read waits only briefly for the write, and succeeds while nothing can be written.
    await Promise.race([writeDown(counted, { caller, now, log }), sleep(MAX_WAIT_MS)]);
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
  };
}

function refusal(waitMs: number): AppError {
  return new AppError("rate_limited", "Too many requests. Please wait a little and try again.", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
