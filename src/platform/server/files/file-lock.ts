// Node offers no file locks. Its SQLite does.
import { closeSync, existsSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lockOf } from "#platform/server/database/sqlite-presence.ts";

const RETRY_MS = 10;
/** Longer than any work takes, unless its process is paused. */
const MAX_WAIT_MS = 30_000;

/** Runs `work` while nobody else does under the lock of this file, in this process or in another. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  // Not opened while it is there: closing it again would end the locks that this process has.
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
