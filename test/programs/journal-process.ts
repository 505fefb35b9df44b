// A separate process that records removals in a site's database, and writes the journal after each.
import { readConfig } from "#app/config.ts";
import { JournalWriter } from "#delivery/removals/server/journal-writer.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { systemClock } from "#platform/server/clock.ts";
import { openDatabase } from "#platform/server/database/database.ts";

const config = readConfig(process.env);
const database = await openDatabase({ ...config, onConnectionError: console.error });
const log = { error: console.error, warn: console.error, info: () => {} };
const writer = new JournalWriter({
  database,
  clock: systemClock,
  backupDir: config.backupDir,
  keepDays: 10_000,
  log: log as never,
});
for (let index = 0; index < Number(process.argv[2]); index++) {
  const removal = { kind: "feed", subject: `theirs ${index}` } as const;
  await database.transaction((trx) => recordRemovals(trx, [removal], systemClock.now()));
  await writer.write();
}
await writer.stop();
await database.close();
