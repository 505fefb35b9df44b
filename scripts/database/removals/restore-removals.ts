// The journal lists removals that a backup would undo. Without a valid journal the site sends nothing until an admin confirms.
import { text } from "node:stream/consumers";
import { listOwners } from "#accounts/users/server/accounts.ts";
import { adoptStoredFacts } from "#company/facts/server/published-facts.ts";
import { HOLD_REASONS, type HoldReason, REMOVALS, type RemovalKind } from "#delivery/removals/removal.ts";
import { endHold, holdSite } from "#delivery/removals/server/hold.ts";
import { readJournal } from "#delivery/removals/server/journal.ts";
import { findJournalKey } from "#delivery/removals/server/journal-key.ts";
import { insertRemovals, listRemovals } from "#delivery/removals/server/record.ts";
import type { RemovalsTable } from "#delivery/removals/server/table.ts";
import { BackupError, type BackupKeys, openBackup } from "#platform/server/database/backup/backup-encryption.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import type { NamedJournal } from "../restore-arguments.ts";
import { momentText } from "../restored-words.ts";
import { applyRemovals } from "./apply-removals.ts";
import type { Applied } from "./reapply-context.ts";

export type JournalText = { text: string } | { reason: HoldReason };

type Restored = { database: Database; config: Config; createdAt: string; now: Date };
type Config = { dataDir: string; publicUrl: string; staffEmail: string | undefined };
type Read = { removals: RemovalsTable[]; through?: string; reason?: HoldReason };

/** A journal that ends earlier may lack removals from before the failure. */
const MAX_GAP_MS = 24 * 60 * 60_000;
const HAS_HOLDS = "0007-delivery";

/** The file is read before any change. Throws BackupError if it cannot be read. */
export async function readJournalFile(journal: NamedJournal, keys: BackupKeys): Promise<JournalText> {
  if (!journal) return { reason: "without" };
  try {
    return { text: await text(await openBackup(journal.file, keys)) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (journal.isNamed) throw new BackupError(`${journal.file} cannot be read (${code}): nothing was restored`);
    return { reason: code === "ENOENT" ? "missing" : "unreadable" };
  }
}

/** This runs in the transaction that fills the database, so that a killed restore leaves no site that sends messages. */
export async function holdRestored(
  trx: Db,
  { createdAt, migrations, now }: { createdAt: string; migrations: readonly string[]; now: Date },
): Promise<void> {
  if (migrations.includes(HAS_HOLDS)) await holdSite(trx, { backupAt: createdAt, reason: "unfinished", now });
}

export async function reapplyRemovals(
  restored: Restored,
  journal: JournalText,
): Promise<{ notes: string[]; isHeld: boolean }> {
  const { database, config, createdAt, now } = restored;
  await database.transaction((trx) => holdSite(trx, { backupAt: createdAt, reason: "unfinished", now }));
  const { removals, through, reason } = await readSince(restored, journal);
  const notes = [];
  if (removals.length > 0) {
    await adoptStoredFacts(database.read, config);
    notes.push(wordsOf(await applyRemovals({ database, dataDir: config.dataDir, now }, removals)));
  } else if (through) notes.push("Nothing was removed after the backup, as far as the journal of removals says.");
  await database.transaction(async (trx) => {
    await insertRemovals(trx, removals);
    if (reason) await holdSite(trx, { backupAt: createdAt, reason, now });
    else await endHold(trx);
  });
  if (through)
    notes.push(`The journal of removals ends at ${momentText(through, now)}. What was removed later is not in it.`);
  if (reason)
    notes.push(
      `E-mail, webhooks, keys and calendar feeds are held until an admin confirms on the dashboard, because ${HOLD_REASONS[reason]}.`,
    );
  if ((await listOwners(database.read)).length === 0)
    notes.push("No admin can sign in: npm run admin -- EMAIL makes one.");
  return { notes, isHeld: reason !== undefined };
}

/** Removals of a genuine journal count even if it ends too early. */
async function readSince({ database, createdAt, now }: Restored, journal: JournalText): Promise<Read> {
  if ("reason" in journal) return { removals: [], reason: journal.reason };
  const read = await readJournal(journal.text, await findJournalKey(database.read));
  if ("reason" in read) return { removals: [], ...read };
  const { since, through, removals } = read;
  const listed = new Set(removals.map(({ id }) => id));
  const known = new Set<string>();
  let isBehind = through < createdAt || now.getTime() - Date.parse(through) > MAX_GAP_MS;
  for await (const rows of listRemovals(database.read))
    for (const { id, at } of rows) {
      known.add(id);
      if (at >= since && !listed.has(id)) isBehind = true;
    }
  const reason = since > createdAt ? "short" : isBehind ? "stale" : undefined;
  // Entries are appended in the order of commits.
  const unknown = removals.filter(({ id }) => !known.has(id)).sort((one, next) => one.at.localeCompare(next.at));
  return { removals: unknown, through, ...(reason && { reason }) };
}

function wordsOf(applied: Applied): string {
  const counts = (Object.keys(REMOVALS) as RemovalKind[]).flatMap((kind) => {
    const count = applied[kind] ?? 0;
    return count > 0 ? `${count} ${REMOVALS[kind]}` : [];
  });
  if (counts.length === 0) return "What was removed after the backup was not in the backup.";
  const renewed = applied.password
    ? " Their owners set new passwords with “Forgot password?”, or with npm run admin."
    : "";
  return `Removed again, as it was after the backup: ${counts.join(", ")}.${renewed}`;
}
