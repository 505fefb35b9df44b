import { type Kysely, sql } from "kysely";

/** That the browser asked not to be tracked: "gpc", "dnt" or "gpc dnt". Of earlier bookings and messages it is not known. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ["bookings", "contact_messages"])
    await sql.raw(`alter table ${table} add column privacy_signal text`).execute(db);
}
