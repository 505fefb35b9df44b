import { closeSync, existsSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lockOf } from "#platform/server/database/sqlite-presence.ts";

const RETRY_MS = 10;
const MAX_WAIT_MS = 30_000;

/** The lock excludes this process and others. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  // Opening and closing a file that exists would end the locks that this process has on it.
  if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  const until = performance.now() + MAX_WAIT_MS;
  for (;;) {
    const connection = lockOf(file);
    if (connection)
      try {
        return await work();
      } finally {
        connection.close();
      }
    if (performance.now() > until) throw new Error(`Another process holds ${file}`);
    await sleep(RETRY_MS);
  }
}
