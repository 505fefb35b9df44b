// The journal's lock is held by each writer, and by each reader that needs the whole file while the site runs.
import { readFile, rename, truncate } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import type { Database } from "#platform/server/database/database.ts";
import { durable, replaceFile } from "#platform/server/files/durable-file.ts";
import { withFileLock } from "#platform/server/files/file-lock.ts";
import { makePrivateFolder } from "#platform/server/files/folder-owner.ts";
import { newId } from "#platform/server/ids.ts";
import { type Journal, makeLines, readJournal } from "./journal.ts";
import { journalKey } from "./journal-key.ts";
import { listRemovals } from "./record.ts";
import type { RemovalsTable } from "./table.ts";

export function journalFile({ backupDir }: { backupDir: string }): string {
  return join(backupDir, JOURNAL_NAME);
}

export function withJournalLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  return withFileLock(`${file}.lock`, work);
}

/**
 * Appends missing entries durably. A file that is damaged or unknown to this database must not be lost: it may be
 * another site's, or the site was restored without it. It gets another name, which is returned.
 */
export async function writeJournal(
  database: Database,
  { file, now }: { file: string; now: Date },
): Promise<string | undefined> {
  makePrivateFolder(dirname(file));
  return withJournalLock(file, async () => {
    const rows: RemovalsTable[] = [];
    for await (const some of listRemovals(database.read)) rows.push(...some);
    // The key is read after the rows: a row that another process has deleted since is older than the key says.
    const key = await journalKey(database, now);
    const text = await readIfThere(file);
    const journal = await readJournal(text ?? "", key);
    const known = new Set(rows.map(({ id }) => id));
    const isPast = "removals" in journal && journal.removals.every(({ id, at }) => at < key.since || known.has(id));
    if (isPast && journal.since === key.since) {
      const listed = new Set(journal.removals.map(({ id }) => id));
      const missing = rows.filter(({ id }) => !listed.has(id));
      await append(file, journal.end, await makeLines(key, missing, { now, before: journal.end.before }));
      return undefined;
    }
    const aside = text === undefined || isPast ? undefined : `${file}.${newId()}`;
    if (aside) await rename(file, aside);
    const whole = await makeLines(key, rows, { now });
    await replaceFile(file, (part) => pipeline([whole], durable(part)));
    return aside;
  });
}

async function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}

async function append(file: string, { line, start }: Journal["end"], lines: string): Promise<void> {
  try {
    await pipeline([lines], durable(file, { start }));
  } catch (error) {
    // The old line is written again, because a full disk still has room for it.
    await pipeline([line], durable(file, { start }));
    await truncate(file, start + line.length);
    throw error;
  }
}
