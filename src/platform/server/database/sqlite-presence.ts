// A process is alive as long as it holds the lock of a file of its own. The file is an empty SQLite database: Node itself
// offers no locks, and the site's database stands on these locks already, so they work wherever it does.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { isId, newId } from "#platform/server/ids.ts";
import type { Presence } from "./presence.ts";

const FOLDER = "workers";
const ENDING = ".lock";
const SQLITE_BUSY = 5;
const MAX_ATTEMPTS = 10;

type Lock = { id: string; file: string; connection: DatabaseSync };

export function sqlitePresence(dataDir: string): Presence {
  const folder = join(dataDir, FOLDER);
  const fileOf = (id: string) => join(folder, id + ENDING);
  // More than one only where a file was deleted by hand: what was claimed under its id may still be on its way.
  const locks: Lock[] = [];
  return {
    hold: async () => {
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
    // SQLite would make a file that everybody may read.
    closeSync(openSync(file, "wx", 0o600));
    try {
      const connection = lockOf(file);
      if (connection && existsSync(file)) return { id, file, connection };
      connection?.close();
    } catch (error) {
      if (existsSync(file)) throw error;
    }
    // A process that tidied up at this very moment has seen the file without its lock.
    if (tries === MAX_ATTEMPTS) throw new Error(`No lock can be held in ${file}`);
  }
}

/** A connection that holds the lock; undefined where another one holds it. Throws where that cannot be said. */
function lockOf(file: string): DatabaseSync | undefined {
  const address = pathToFileURL(file);
  // Makes no file where there is none.
  address.searchParams.set("mode", "rw");
  const connection = new DatabaseSync(address, { timeout: 0 });
  try {
    // Nothing is ever written. Without the first part SQLite makes a second file all the same, and a killed process leaves it.
    connection.exec("pragma journal_mode = memory; begin exclusive;");
    return connection;
  } catch (error) {
    connection.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY) return undefined;
    throw error;
  }
}

/**
 * Removes the file of a process that is gone. A file that is not there is one that was removed like this, by its own process
 * at its end or by another one. It is removed under its lock, so that nobody else can take it to be theirs.
 */
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

function removeFree(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith(ENDING)) removeIfFree(join(folder, name));
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Windows keeps a file that is open: without its lock it says the same.
  }
}
