import { readBackup } from "#platform/server/database/backup/backup.ts";
import type { BackupKeys } from "#platform/server/database/backup/backup-encryption.ts";
import { BackupError } from "#platform/server/database/backup/backup-encryption.ts";
import { dataTables, type LeftOut } from "#platform/server/database/backup/data-tables.ts";
import { sumTable, type TableSummary } from "#platform/server/database/backup/table-sums.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";
import { readSample, type Sample } from "./sample.ts";

export type Expected = { tables: Record<string, TableSummary>; sample: Sample };

type Proof = { file: string; keys: BackupKeys; expected: Expected; migrations: string; leftOut: LeftOut };

/** Throws BackupError if the file cannot be restored, or if the restored data differ. */
export async function proveBackup(
  folder: string,
  { file, keys, expected, migrations, leftOut }: Proof,
): Promise<{ restoreMs: number; compareMs: number }> {
  const startedAt = performance.now();
  const database = await openDatabase({
    dataDir: folder,
    databaseUrl: undefined,
    onConnectionError: () => {},
    isTemporary: true,
  });
  try {
    await readBackup(database, { file, keys, migrations, leftOut }, async () => {});
    const restoredAt = performance.now();
    // The comparison runs before the migration, which may change the data.
    await compareTables(database, expected.tables, leftOut);
    await migrate(database, migrations);
    await compareSample(database, expected.sample);
    return {
      restoreMs: Math.round(restoredAt - startedAt),
      compareMs: Math.round(performance.now() - restoredAt),
    };
  } finally {
    await database.close();
  }
}

async function compareTables(database: Database, expected: Expected["tables"], leftOut: LeftOut): Promise<void> {
  const restored = await dataTables(database.read, database.engine, leftOut);
  const missing = Object.keys(expected).filter((table) => !restored.includes(table));
  if (missing.length > 0) throw new BackupError(`What was restored has no ${missing.map(words).join(", no ")}`);
  for (const table of restored) {
    const [before, after] = [expected[table], await sumTable(database.read, table)];
    if (before?.rows !== after.rows)
      throw new BackupError(`Of ${before?.rows ?? 0} rows of ${words(table)}, ${after.rows} were restored`);
    if (before.sum !== after.sum)
      throw new BackupError(`The ${words(table)} that were restored are not the same as in the database`);
  }
}

async function compareSample(database: Database, expected: Sample): Promise<void> {
  const { records } = await readSample(database.read);
  for (const [kind, record] of expected.records)
    if (records.get(kind) !== record) throw new BackupError(`The newest ${kind} cannot be opened as it was`);
}

function words(table: string): string {
  return table.replaceAll("_", " ");
}
