import { hasRowLocks } from "../locks.ts";
import type { Db } from "../tables.ts";

type Results<Steps extends readonly (() => unknown)[]> = { [Index in keyof Steps]: Awaited<ReturnType<Steps[Index]>> };

/**
 * For queries of a transaction that do not need each other's answers. On PostgreSQL they travel together and the server runs
 * them in this order; on SQLite each step starts after the one before, so that nothing runs after a failure. Rejects as the
 * first of them that fails.
 */
export async function together<Steps extends readonly (() => unknown)[]>(
  trx: Db,
  steps: readonly [...Steps],
): Promise<Results<Steps>> {
  const results: unknown[] = [];
  if (!hasRowLocks(trx)) {
    for (const step of steps) results.push(await step());
    return results as Results<Steps>;
  }
  // All have ended before the transaction does.
  for (const ended of await Promise.allSettled(steps.map(async (step) => step()))) {
    if (ended.status === "rejected") throw ended.reason;
    results.push(ended.value);
  }
  return results as Results<Steps>;
}
