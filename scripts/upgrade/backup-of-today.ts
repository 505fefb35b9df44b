import { BACKUPS_MIGRATION, readBackupState } from "#operation/backups/server/store.ts";
import { checkBackup } from "#platform/server/database/backup/backup.ts";
import { BackupError } from "#platform/server/database/backup/backup-encryption.ts";
import type { Finding } from "./finding.ts";
import type { Reader } from "./reading.ts";

const DAY_MS = 24 * 60 * 60_000;
const ADVICE = "Make one (npm run backup -- FILE), and name it: npm run upgrade:check -- --backup FILE";

export async function describeBackup(
  { read }: Reader,
  { backup, applied, now }: { backup: string | undefined; applied: readonly string[]; now: Date },
): Promise<Finding> {
  if (backup) return describeFile(backup, now);
  if (!applied.includes(BACKUPS_MIGRATION))
    return {
      kind: "bad",
      text: `Whether there is a backup of today is not recorded by the database's version. ${ADVICE}.`,
    };
  const { madeAt, provenAt } = await readBackupState(read);
  if (!madeAt) return { kind: "bad", text: `No backup has been made by the site. ${ADVICE}.` };
  if (now.getTime() - Date.parse(madeAt) > DAY_MS)
    return { kind: "bad", text: `The last backup is of ${madeAt}, more than a day ago. ${ADVICE}.` };
  const proof =
    provenAt && provenAt >= madeAt ? "It has been restored as a test" : "It has not been restored as a test yet";
  return { kind: "good", text: `The last backup is of ${madeAt}. ${proof}.` };
}

async function describeFile(file: string, now: Date): Promise<Finding> {
  try {
    const { heading, rows } = await checkBackup(file);
    const isOld = now.getTime() - Date.parse(heading.createdAt) > DAY_MS;
    const bookings = `${(rows.bookings ?? 0).toLocaleString("en-US")} bookings`;
    return isOld
      ? { kind: "bad", text: `${file} is of ${heading.createdAt}, more than a day ago. ${ADVICE}.` }
      : { kind: "good", text: `${file} is whole, of ${heading.createdAt}, with ${bookings}.` };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { kind: "bad", text: `${error.message}. ${ADVICE}.` };
  }
}
