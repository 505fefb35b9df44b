// npm run restore -- FILE fills an empty database, chosen by DATA_DIR or DATABASE_URL, from a backup.
import { findAuthSecret } from "#accounts/users/server/secret.ts";
import { readConfig } from "#app/config.ts";
import { isLeftOutOfBackups, MIGRATIONS } from "#app/tables.ts";
import { deadLetterDueMail } from "#delivery/mail/server/store.ts";
import { deadLetterDueDeliveries } from "#delivery/webhooks/server/store.ts";
import { systemClock } from "#platform/server/clock.ts";
import { checkBackup, readBackup } from "#platform/server/database/backup/backup.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { orExplain } from "./backup-command.ts";
import { durationText, showProgress } from "./progress.ts";
import { holdRestored, readJournalFile, reapplyRemovals } from "./removals/restore-removals.ts";
import { readKeys, readRestoreArguments, requireLocked } from "./restore-arguments.ts";
import { restoreKeys } from "./restore-keys.ts";
import { allCounts, countKnown, dueWords, mainCounts, momentText, nextWords } from "./restored-words.ts";

const words = readRestoreArguments();
const { file, keyFile, journal, isAll } = words;
const startedAt = performance.now();

await orExplain(async () => {
  const config = readConfig(process.env);
  const keys = readKeys(keyFile, config.backupPassphrase);
  console.log(`Checking ${file} …`);
  const checked = await checkBackup(file, keys);
  await requireLocked(words, config);
  // A secret that is too weak is refused before anything changes.
  findAuthSecret(config);
  const journalText = await readJournalFile(journal, keys);
  const database = await openDatabase({ ...config, onConnectionError: console.error });
  try {
    let held = 0;
    const onProgress = showProgress();
    const settings = { file, keys, checked, migrations: MIGRATIONS, leftOut: isLeftOutOfBackups, onProgress };
    const { createdAt, rows } = await readBackup(database, settings, async (trx) => {
      held = await deadLetterDueMail(trx, systemClock.now());
      await holdRestored(trx, { ...checked.heading, now: systemClock.now() });
    });
    await migrate(database, MIGRATIONS);
    // The migration runs first, because older backups do not have this table.
    const deadLetteredDeliveries = await database.transaction((trx) => deadLetterDueDeliveries(trx, systemClock.now()));
    const now = systemClock.now();
    const aboutLinks = await restoreKeys(database, config, checked.heading.links);
    const { notes, isHeld } = await reapplyRemovals({ database, config, createdAt, now }, journalText);
    const known = await countKnown(database.read);
    const sentences = [
      `Restored: the site as it was at ${momentText(createdAt, now)}.`,
      `It has ${mainCounts(rows, known)}${isAll ? `: ${allCounts(rows)}` : " (--all lists them by table)"}.`,
      ...notes,
      ...dueWords(held, deadLetteredDeliveries),
      aboutLinks,
      `Everybody signs in anew. It took ${durationText(performance.now() - startedAt)}.`,
      nextWords({ isHeld }),
    ];
    for (const sentence of sentences) console.log(sentence);
  } finally {
    await database.close();
  }
});
