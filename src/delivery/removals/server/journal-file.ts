import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { JOURNAL_NAME, REMOVALS } from "#delivery/removals/removal.ts";
import type { Database } from "#platform/server/database/database.ts";
import { makeJournal, readJournal } from "./journal.ts";
import { findJournalKey } from "./journal-key.ts";
import { listRemovals } from "./record.ts";

/** What a killed process left of a write, which takes milliseconds. */
const LEFT_AFTER_MS = 10 * 60_000;

export function journalFile({ backupDir }: { backupDir: string }): string {
  return join(backupDir, JOURNAL_NAME);
}

/** The file appears whole or not at all, and is durable. */
export async function writeJournal(database: Database, { file, now }: { file: string; now: Date }): Promise<void> {
  const bytes = await makeJournal(database, now);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = `${file}.${randomBytes(6).toString("hex")}.part`;
  try {
    const handle = await open(part, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await flushFolder(folder);
}

/**
 * A journal that says what this database does not know must not be lost: the site was restored without it, or it is another
 * site's. It gets another name, which is returned.
 */
export async function setAsideOther(
  database: Database,
  { file, now }: { file: string; now: Date },
): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined || (await isContained(database, text))) return undefined;
  const aside = `${file}.${now.toISOString().replaceAll(/[:.]/g, "-")}.${randomBytes(3).toString("hex")}`;
  await rename(file, aside);
  return aside;
}

export async function deleteParts(file: string): Promise<void> {
  const folder = dirname(file);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith(".part")) continue;
    const part = join(folder, name);
    const found = await stat(part).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > LEFT_AFTER_MS) await rm(part, { force: true });
  }
}

async function isContained(database: Database, text: string): Promise<boolean> {
  const key = await findJournalKey(database.read);
  try {
    const { removals } = readJournal(text, { key, isKnown: (kind) => kind in REMOVALS });
    const unknown = new Set(removals.filter(({ at }) => at >= (key?.since ?? "")).map(({ id }) => id));
    for await (const rows of listRemovals(database.read)) for (const { id } of rows) unknown.delete(id);
    return unknown.size === 0;
  } catch {
    return false;
  }
}

async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}
