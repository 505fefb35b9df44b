type Results<Steps extends readonly unknown[]> = { [Index in keyof Steps]: Awaited<Steps[Index]> };

/**
 * Runs independent queries of a transaction: PostgreSQL gets them in one message. It ends after all of them, so that
 * none runs on when the transaction ends, and rejects as the first of them that fails.
 */
export async function together<Steps extends readonly unknown[]>(steps: readonly [...Steps]): Promise<Results<Steps>> {
  const results: unknown[] = [];
  for (const ended of await Promise.allSettled(steps)) {
    if (ended.status === "rejected") throw ended.reason;
    results.push(ended.value);
  }
  return results as Results<Steps>;
}
