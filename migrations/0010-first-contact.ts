import { type Kysely, sql } from "kysely";

/**
 * When a booking or message arrived and when its first contact was. Earlier ones have no values: whether they were contacted
 * is unknown, so none of them is overdue.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ["bookings", "contact_messages"]) {
    for (const column of ["waiting_since", "first_contact_at", "first_contact_by"])
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db);
    await sql.raw(`alter table ${table} add column first_contact_minutes integer`).execute(db);
    // Covers the query for a week's median.
    await sql
      .raw(
        `create index ${table}_first_contact on ${table} (waiting_since, first_contact_minutes) where waiting_since is not null`,
      )
      .execute(db);
  }
}
