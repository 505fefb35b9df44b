// npm run backup -- FILE writes a consistent copy of the database to one file, while the site runs.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readConfig } from "#app/config.ts";
import { findCarriedKeys } from "#app/mailed-links.ts";
import { isLeftOutOfBackups } from "#app/tables.ts";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { writeJournal } from "#delivery/removals/server/journal-file.ts";
import { writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { systemClock } from "#platform/server/clock.ts";
import { writeBackup } from "#platform/server/database/backup/backup.ts";
import { BackupError, lockOf } from "#platform/server/database/backup/backup-encryption.ts";
import { openDatabase, SQLITE_FILE } from "#platform/server/database/database.ts";
import { orExplain } from "./backup-command.ts";
import { readWords } from "./command-words.ts";
import { mainCounts } from "./restored-words.ts";

const file = resolve(readWords(1, "npm run backup -- FILE")[0] ?? "");

await orExplain(async () => {
  const config = readConfig(process.env);
  if (!config.databaseUrl && !existsSync(join(config.dataDir, SQLITE_FILE)))
    throw new BackupError(`There is no database in ${config.dataDir}: nothing to back up`);
  const database = await openDatabase({ ...config, onConnectionError: console.error });
  try {
    const { backupRecipient: recipient, backupPassphrase: passphrase } = config;
    const lock = lockOf({ recipient, passphrase });
    const now = systemClock.now();
    const links = await findCarriedKeys(database.read, config);
    const { rows } = await writeBackup(database, { file, leftOut: isLeftOutOfBackups, now, lock, links });
    console.log(`Backed up to ${file}: ${mainCounts(rows)}.`);
    // A site that was not started since its upgrade has no such table yet.
    if ("removals" in rows) await writeJournalBeside();
    if (passphrase !== undefined) console.log("It is encrypted: BACKUP_PASSPHRASE restores it.");
    else if (recipient) console.log(`It is encrypted for ${recipient}: the private key of it restores it.`);
    else {
      console.log("It holds people's data and is not encrypted: keep it where only you can read it.");
      console.log("It has no key of mailed links: a restore elsewhere keeps them only with the same AUTH_SECRET.");
    }
    // This write comes last: on a full disk it fails, but a backup can be made elsewhere.
    const line = { subject: { kind: "backup", id: now.toISOString() }, actor: "npm run backup", now } as const;
    await database.transaction((trx) => writeAuditLogEntry(trx, { ...line, action: "exported", to: "everything" }));
  } finally {
    await database.close();
  }

  async function writeJournalBeside(): Promise<void> {
    const beside = { file: join(dirname(file), JOURNAL_NAME), now: systemClock.now() };
    const aside = await writeJournal(database, beside);
    if (aside) console.log(`There was another journal of removals, which is now ${aside}.`);
    console.log(`Beside it is ${JOURNAL_NAME}: keep them together. It says what must stay away, and names nobody.`);
  }
});
