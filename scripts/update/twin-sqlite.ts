import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { UpdateError } from "./run.ts";
import type { SiteSettings } from "./settings.ts";
import type { Twin } from "./twin.ts";

/** One step copies all pages. */
const ALL_PAGES = 2 ** 31 - 1;
const LOCK_TIMEOUT_MS = 10_000;
/** A backlog of mail may take longer than this: then some of it leaves twice. */
const MAX_SENDING_MS = 10_000;
const POLL_MS = 50;

export function sqliteTwin({ config: { dataDir }, owner }: SiteSettings): Twin {
  const live = join(dataDir, SQLITE_FILE);
  const folder = join(dataDir, "update");
  const next = join(folder, "next", SQLITE_FILE);
  const before = join(folder, "before", SQLITE_FILE);
  // While it is open, the old version reads and answers every write with 503. If this process dies, the lock goes with it.
  let lock: DatabaseSync | undefined;
  const unlock = () => {
    // Even if it was opened only.
    lock?.close();
    lock = undefined;
  };
  const clear = async () => {
    rmSync(folder, { recursive: true, force: true });
    flush(dataDir);
  };
  return {
    environment: { DATA_DIR: dirname(next) },
    canReadMeanwhile: true,
    requireRights: async () => {
      if (!existsSync(live)) throw new UpdateError(`there is no database in ${dataDir}: start the site once`);
    },
    copy: async () => {
      await clear();
      for (const path of [folder, dirname(next), dirname(before)]) {
        mkdirSync(path, { mode: 0o700 });
        give(path, owner);
      }
      lock = new DatabaseSync(live, { timeout: LOCK_TIMEOUT_MS });
      await lockBetweenSends(lock);
      const source = new DatabaseSync(live, { readOnly: true });
      try {
        closeSync(openSync(next, "wx", 0o600));
        await backup(source, next, { rate: ALL_PAGES });
      } finally {
        source.close();
      }
      chmodSync(next, 0o600);
      give(next, owner);
    },
    takePlace: async () => {
      unlock();
      // The last one that closes a file leaves no log beside it. Otherwise the log would meet the new file.
      for (const file of [live, next])
        if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
          throw new UpdateError(`${file} was not closed: a program uses it, or the disk is full`);
      flush(next);
      linkSync(live, before);
      flush(dirname(before));
      removeLogs(live);
      renameSync(next, live);
      flush(dataDir);
    },
    goBack: async () => {
      unlock();
      // Until the exchange both names are of one file, whose log is needed.
      if (!existsSync(before) || (existsSync(live) && statSync(before).ino === statSync(live).ino)) return;
      removeLogs(live);
      renameSync(before, live);
      flush(dataDir);
    },
    clear,
  };
}

/** What leaves while nothing can be written is not recorded as sent, and would leave again. */
async function lockBetweenSends(lock: DatabaseSync): Promise<void> {
  const until = Date.now() + MAX_SENDING_MS;
  for (;;) {
    lock.exec("begin immediate");
    // A claim may also be of a process that has died.
    if (!isSending(lock) || Date.now() > until) return;
    lock.exec("rollback");
    await pause(POLL_MS);
  }
}

function isSending(database: DatabaseSync): boolean {
  const queues = database
    .prepare(
      "select t.name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table' and c.name = 'settled_at'",
    )
    .all();
  return queues.some(({ name }) => database.prepare(`select 1 from "${name}" where claim is not null limit 1`).get());
}

function removeLogs(file: string): void {
  for (const log of [`${file}-wal`, `${file}-shm`]) rmSync(log, { force: true });
}

function give(path: string, owner: SiteSettings["owner"]): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

function flush(path: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
