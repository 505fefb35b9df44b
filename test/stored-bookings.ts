// Reads a database directly, without the site.
import { type Database, openDatabase } from "#platform/server/database/database.ts";

type Settings = { DATA_DIR?: string; DATABASE_URL?: string };

/** `settings` are those of the site. */
export async function countBookings(settings: Settings): Promise<{ bookings: number; slots: number }> {
  return withDatabase(settings, async ({ read }) => {
    const rows = await read.selectFrom("bookings").select(["meeting_date", "meeting_time"]).execute();
    return { bookings: rows.length, slots: new Set(rows.map((row) => `${row.meeting_date} ${row.meeting_time}`)).size };
  });
}

/** Bookings whose lines in the ledger of permissions are not two with their clear part, and lines without their booking. */
export async function listTornPermissions(settings: Settings): Promise<string[]> {
  return withDatabase(settings, async ({ read }) => {
    const bookings = (await read.selectFrom("bookings").select("id").execute()).map(({ id }) => id);
    const lines = await read.selectFrom("permissions").select("record_id").execute();
    const details = new Set(
      (await read.selectFrom("permission_details").select("record_id").execute()).map(({ record_id }) => record_id),
    );
    const counts = Map.groupBy(lines, ({ record_id }) => record_id);
    const torn = bookings.filter((id) => counts.get(id)?.length !== 2 || !details.has(id));
    const stray = [...counts.keys(), ...details].filter((id) => !bookings.includes(id));
    return [...torn, ...stray];
  });
}

export async function withDatabase<Result>(
  settings: Settings,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
