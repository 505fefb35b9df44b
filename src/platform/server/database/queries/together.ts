type Results<Steps extends readonly unknown[]> = { [Index in keyof Steps]: Awaited<Steps[Index]> };

/**
 * For queries of a transaction that do not need each other's answers and were started in this order: PostgreSQL gets them in one
 * message. Ends after all of them, so that none runs on when the transaction ends, and rejects as the first of them that fails.
 */
export async function together<Steps extends readonly unknown[]>(steps: readonly [...Steps]): Promise<Results<Steps>> {
  const results: unknown[] = [];
  for (const ended of await Promise.allSettled(steps)) {
    if (ended.status === "rejected") throw ended.reason;
    results.push(ended.value);
  }
  return results as Results<Steps>;
}
