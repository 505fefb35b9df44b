import { closeSync, constants, existsSync, openSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lockOf } from "#platform/server/database/sqlite-presence.ts";
import { giveToFolderOwner } from "./folder-owner.ts";

const RETRY_MS = 10;
const MAX_WAIT_MS = 30_000;

/** The lock excludes this process and others. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  // Opening and closing a file that exists would end the locks that this process has on it.
  if (!existsSync(file)) {
    const opened = openSync(file, constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600);
    giveToFolderOwner(opened, file);
    closeSync(opened);
  }
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
