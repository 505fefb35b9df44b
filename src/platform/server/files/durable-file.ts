import { createWriteStream, type WriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

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
  const from = start === undefined ? { flags: "w" } : { flags: "r+", start };
  return createWriteStream(path, { ...from, mode: 0o600, flush: true });
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
