// Only files with a name of the site's pattern are ever deleted.
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { keptBackups, timeOfBackup } from "#operation/backups/retention.ts";
import type { BackupKeep } from "#operation/backups/settings.ts";
import { partOf } from "#platform/server/files/durable-file.ts";

const PROOF_PREFIX = ".porchlight-proof-";
const PART = partOf("");

const unfinished = new Set<string>();

export async function makeBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** Killed runs leave incomplete files, and databases that were restored as a proof. */
export async function deleteStrays(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (isStray(name)) await rm(join(folder, name), { recursive: true, force: true });
}

/** The path is deleted whatever happens, unless the process is killed. */
export async function withUnfinished<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  unfinished.add(path);
  try {
    return await work();
  } finally {
    await rm(path, { recursive: true, force: true });
    unfinished.delete(path);
  }
}

export function deleteUnfinished(): void {
  for (const path of unfinished) rmSync(path, { recursive: true, force: true });
}

export async function withProofFolder<Result>(folder: string, work: (path: string) => Promise<Result>) {
  const path = await mkdtemp(join(folder, PROOF_PREFIX));
  return withUnfinished(path, () => work(path));
}

/** Call it after `proven` was restored. Returns the names of the files that it deleted. */
export async function deleteOldBackups(
  folder: string,
  { proven, failed, keep, timeZone }: { proven: string; failed: readonly string[]; keep: BackupKeep; timeZone: string },
): Promise<string[]> {
  const until = timeOfBackup(proven)?.getTime() ?? 0;
  // A clock that was ahead may have left newer files: they neither count nor are deleted.
  const old = (await readdir(folder)).filter((name) => (timeOfBackup(name)?.getTime() ?? Number.NaN) <= until);
  // A backup that cannot be restored must not take the place of one that can.
  const kept = keptBackups(
    old.filter((name) => !failed.includes(name)),
    keep,
    timeZone,
  );
  const deleted = old.filter((name) => !kept.has(name));
  for (const name of deleted) await rm(join(folder, name));
  return deleted;
}

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function isStray(name: string): boolean {
  const isHalf = name.endsWith(PART) && timeOfBackup(name.slice(0, -PART.length)) !== undefined;
  return isHalf || name.startsWith(PROOF_PREFIX);
}
