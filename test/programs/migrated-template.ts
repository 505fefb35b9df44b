// Migrating takes longer than most tests: it is done once, and each test gets a copy of what it left.
import { MIGRATIONS } from "#app/server.ts";
import { openDatabase } from "#platform/server/database/database.ts";
import { migrate } from "#platform/server/database/migrate.ts";

export async function migrateTemplate(place: { dataDir: string; databaseUrl: string | undefined }): Promise<void> {
  const database = await openDatabase({ ...place, onConnectionError: () => {} });
  try {
    await migrate(database, MIGRATIONS);
  } finally {
    // SQLite then has all of it in the one file: the last to close it empties the log.
    await database.close();
  }
}
