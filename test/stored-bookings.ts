// Reads a database directly, without the site.
import type { Tables } from "#app/tables.ts";
import { openDatabase } from "#platform/server/database/database.ts";

/** `settings` are those of the site. */
export async function countBookings(settings: {
  DATA_DIR?: string;
  DATABASE_URL?: string;
}): Promise<{ bookings: number; slots: number }> {
  const database = await openDatabase<Tables>({
    dataDir: settings.DATA_DIR ?? "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  try {
    const rows = await database.read.selectFrom("bookings").select(["meeting_date", "meeting_time"]).execute();
    return { bookings: rows.length, slots: new Set(rows.map((row) => `${row.meeting_date} ${row.meeting_time}`)).size };
  } finally {
    await database.close();
  }
}
