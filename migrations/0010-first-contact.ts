import { type Kysely, sql } from "kysely";

/**
 * Since when a booking or message waits for its first contact, and when that was. What came before this migration has
 * nothing there: nobody knows whether those people were called, so none of them waits or is overdue.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ["bookings", "contact_messages"]) {
    for (const column of ["waiting_since", "first_contact_at", "first_contact_by"])
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db);
    await sql.raw(`alter table ${table} add column first_contact_minutes integer`).execute(db);
    // Holds all that the median of a week is worked out from.
    await sql
      .raw(
        `create index ${table}_first_contact on ${table} (waiting_since, first_contact_minutes) where waiting_since is not null`,
      )
      .execute(db);
  }
}
