import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const KEPT_LIST = ".kept";
const IS_CHUNK = /-[\w-]{8}\.js(?:\.map)?$/;

/** A process of the previous build has not loaded all of its chunks yet. Names hold a hash, so no copy replaces a new chunk. */
export async function keepChunks(before: string, out: string): Promise<void> {
  const has = new Set(await namesIn(out));
  const dropped = new Set((await readFile(join(before, KEPT_LIST), "utf8").catch(() => "")).split("\n"));
  const kept = (await namesIn(before)).filter((name) => IS_CHUNK.test(name) && !has.has(name) && !dropped.has(name));
  for (const name of kept) await copyFile(join(before, name), join(out, name));
  await writeFile(join(out, KEPT_LIST), kept.join("\n"));
}

/** The folder does not exist before the first build. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
