// Public calls and those of programs that add leads count by the client's address, signed-in ones by account and address, those of keys in keys/server/key-guard.ts.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import { consumeRateLimit, type RateLimit } from "../rate-limits.ts";
import { type Caller, verbOf } from "./access.ts";
import { clientAddressKey } from "./client-address.ts";
import type { App } from "./types.ts";

export const CALLS_PER_CLIENT: RateLimit = { count: 3000, windowSeconds: 600 };

const WINDOW_SECONDS = 600;
/** The limit also bounds all accounts behind one address together, at five times the count. */
export const CALLS_PER_ACCOUNT: RateLimit = { count: 3000, windowSeconds: WINDOW_SECONDS };
export const CHANGES_PER_ADMIN: RateLimit = { count: 600, windowSeconds: WINDOW_SECONDS };
/** Anybody may register such an account, so the limit bounds whatever its calls write or mail. */
export const CHANGES_PER_ACCOUNT: RateLimit = { count: 120, windowSeconds: WINDOW_SECONDS };
const ACCOUNTS_PER_ADDRESS = 5;

const FLUSH_AFTER_CALLS = 50;
const FLUSH_AFTER_CHANGES = 10;
const MAX_WAIT_MS = 100;
const MAX_CALLERS = 20_000;
const UNCOUNTED = new Set(["/healthz", "/readyz"]);

type Services = { database: Database; clock: Clock };
type Counted = {
  since: number;
  calls: number;
  stored: number;
  writing: Promise<void> | undefined;
  refusedUntil: number;
};

export function rateLimitPublicCalls(app: App, services: Services): void {
  const limit = createCallLimit(services, { name: "calls", limit: CALLS_PER_CLIENT, flushAfter: FLUSH_AFTER_CALLS });
  app.addHook("onRequest", async (request) => {
    const { config, url = "" } = request.routeOptions;
    // A call without a key that works reaches the body of a route for programs.
    if (!["public", "program"].includes(config?.access ?? "") || UNCOUNTED.has(url)) return;
    await limit(clientAddressKey(request.ip), request.log);
  });
}

export type SignedInLimits = {
  /** Throws rate_limited. */
  countAddress: (request: FastifyRequest) => Promise<void>;
  /** Throws rate_limited. */
  countAccount: (request: FastifyRequest, caller: Caller) => Promise<void>;
};

export function limitSignedInCalls(services: Services): SignedInLimits {
  const all = { flushAfter: FLUSH_AFTER_CALLS };
  const changing = { flushAfter: FLUSH_AFTER_CHANGES };
  const limits = {
    address: createCallLimit(services, { name: "signed-in", limit: perAddress(CALLS_PER_ACCOUNT), ...all }),
    addressChanges: createCallLimit(services, { name: "changes", limit: perAddress(CHANGES_PER_ADMIN), ...changing }),
    account: createCallLimit(services, { name: "account", limit: CALLS_PER_ACCOUNT, ...all }),
    adminChanges: createCallLimit(services, { name: "admin changes", limit: CHANGES_PER_ADMIN, ...changing }),
    accountChanges: createCallLimit(services, { name: "account changes", limit: CHANGES_PER_ACCOUNT, ...changing }),
  };
  return {
    countAddress: async (request) => {
      const address = clientAddressKey(request.ip);
      await limits.address(address, request.log);
      if (isChanging(request)) await limits.addressChanges(address, request.log);
    },
    countAccount: async (request, { id, role }) => {
      await limits.account(id, request.log);
      if (!isChanging(request)) return;
      await (role === "admin" ? limits.adminChanges : limits.accountChanges)(id, request.log);
    },
  };
}

function isChanging({ method, routeOptions }: FastifyRequest): boolean {
  return verbOf(method, routeOptions.config) !== "read";
}

function perAddress({ count, windowSeconds }: RateLimit): RateLimit {
  return { count: count * ACCOUNTS_PER_ADDRESS, windowSeconds };
}

/** Throws rate_limited. */
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
    const counted = { since: now, calls: 0, stored: 0, writing: undefined, refusedUntil: 0 };
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
    let isStored = false;
    const key = `${name} ${caller}`;
    try {
      counted.stored = await database.transaction((trx) => consumeRateLimit(trx, { key, limit, amount, now }));
      counted.calls -= amount;
      isStored = true;
    } catch (error) {
      const { retryAfterSeconds } = error instanceof AppError ? error.details : {};
      if (!retryAfterSeconds) return log.warn({ err: error }, "calls are not counted yet");
      counted.calls -= amount;
      counted.refusedUntil = now.getTime() + retryAfterSeconds * 1000;
      counted.since = counted.refusedUntil - windowMs;
    } finally {
      // Calls that arrived during the write would otherwise wait for the next call, and could be more than one batch.
      counted.writing = isStored && counted.calls >= flushAfter ? writeDown(counted, { caller, now, log }) : undefined;
    }
  };

  return async (caller, log) => {
    const now = clock.now();
    const counted = countedOf(caller, now.getTime());
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
    counted.calls += 1;
    const isOver = counted.stored + counted.calls > limit.count;
    if (!isOver && (counted.calls < flushAfter || counted.writing)) return;
    counted.writing ??= writeDown(counted, { caller, now, log });
    // A read waits only briefly for the write, and succeeds while the database refuses writes.
    await Promise.race([counted.writing, sleep(MAX_WAIT_MS)]);
    if (counted.refusedUntil > now.getTime()) throw refusal(counted.refusedUntil - now.getTime());
  };
}

function refusal(waitMs: number): AppError {
  return new AppError("rate_limited", "Too many requests. Please wait a little and try again.", {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
