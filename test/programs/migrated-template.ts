// Migrating takes longer than most tests, so it is done once and each test gets a copy.
import { MIGRATIONS } from "#app/tables.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

export async function migrateTemplate(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase({ ...place, onConnectionError: () => {} });
  try {
    await migrate(database, MIGRATIONS);
  } finally {
    // Closing the last connection empties the log, so that all data are in one file.
    await database.close();
  }
}
