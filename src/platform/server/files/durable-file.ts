import { constants, createWriteStream, openSync, type WriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { giveToFolderOwner } from "./folder-owner.ts";

const { O_CREAT, O_NOFOLLOW = 0, O_TRUNC, O_WRONLY } = constants;

export function partOf(file: string): string {
  return `${file}.part`;
}

/** The file appears whole or not at all. `write` fills the path that it gets by `durable`. */
export async function replaceFile(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = partOf(file);
  try {
    await write(part);
    await rename(part, file);
    await flushFolder(dirname(file));
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Only its owner can read the file. `start` is the byte from which on it is overwritten. */
export function durable(path: string, { start }: { start?: number } = {}): WriteStream {
  if (start !== undefined) return createWriteStream(path, { flags: "r+", start, flush: true });
  // Where a command of root follows no link, the owner of the folder cannot make it overwrite a file or give it away.
  const opened = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  giveToFolderOwner(opened, path);
  return createWriteStream(path, { fd: opened, flush: true });
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
