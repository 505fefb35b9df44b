// A process holds the lock of its own file, an empty SQLite database: Node offers no file locks, and the site's
// database depends on the same locks, so they work here.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isId, newId } from "../ids.ts";
import type { Presence } from "./presence.ts";

const FOLDER = "workers";
const ENDING = ".lock";
const SQLITE_BUSY = 5;
const MAX_ATTEMPTS = 10;

type Lock = { id: string; file: string; connection: DatabaseSync };

export function sqlitePresence(dataDir: string): Presence {
  const folder = join(dataDir, FOLDER);
  const fileOf = (id: string) => join(folder, id + ENDING);
  // A deleted file leads to a second lock: rows claimed under the first id may still be in flight.
  const locks: Lock[] = [];
  return {
    acquire: async () => {
      const held = locks.at(-1);
      if (held && existsSync(held.file)) return held.id;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!held) removeFree(folder);
      const lock = takeLock(fileOf);
      locks.push(lock);
      return lock.id;
    },
    checkLiveness: async (ids) => {
      const [alive, gone] = [new Set<string>(), new Set<string>()];
      for (const id of ids) {
        if (!isId(id) || locks.some((lock) => lock.id === id)) continue;
        const lock = removeIfFree(fileOf(id));
        if (lock === "held") alive.add(id);
        if (lock === "free") gone.add(id);
      }
      return { alive, gone };
    },
    listHeld: async (ids) =>
      new Set(ids.filter((id) => locks.some((lock) => lock.id === id) || (isId(id) && isHeld(fileOf(id))))),
    close: async () => {
      for (const { file, connection } of locks.splice(0)) {
        remove(file);
        connection.close();
      }
    },
  };
}

function takeLock(fileOf: (id: string) => string): Lock {
  for (let tries = 1; ; tries++) {
    const id = newId();
    const file = fileOf(id);
    // SQLite itself would create the file readable by everyone.
    closeSync(openSync(file, "wx", 0o600));
    try {
      const connection = lockOf(file);
      if (connection && existsSync(file)) return { id, file, connection };
      connection?.close();
    } catch (error) {
      if (existsSync(file)) throw error;
    }
    // Another process that cleans up may have removed the file before it was locked.
    if (tries === MAX_ATTEMPTS) throw new Error(`No lock can be held in ${file}`);
  }
}

/** Returns undefined if another process holds the lock. Throws if neither can be determined. */
export function lockOf(file: string): DatabaseSync | undefined {
  const address = pathToFileURL(file);
  address.searchParams.set("mode", "rw");
  const connection = new DatabaseSync(address, { timeout: 0 });
  try {
    // On a disk SQLite would create a journal file, which a killed process leaves behind.
    connection.exec("pragma journal_mode = memory; begin exclusive;");
    return connection;
  } catch (error) {
    connection.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/** Deletes the file under its lock, so that no other process can take it. A missing file counts as deleted. */
function removeIfFree(file: string): "held" | "free" | "unknown" {
  if (!existsSync(file)) return "free";
  try {
    const connection = lockOf(file);
    if (!connection) return "held";
    remove(file);
    connection.close();
    return "free";
  } catch {
    return existsSync(file) ? "unknown" : "free";
  }
}

function isHeld(file: string): boolean {
  try {
    const connection = lockOf(file);
    connection?.close();
    return !connection;
  } catch (error) {
    if (existsSync(file)) throw error;
    return false;
  }
}

function removeFree(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith(ENDING)) removeIfFree(join(folder, name));
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Windows does not delete open files. Without its lock the file means the same.
  }
}
