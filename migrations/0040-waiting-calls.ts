import { type Kysely, sql } from "kysely";

/** A call in which nobody of staff has spoken with the person waits for the first contact, as a message does. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ["waiting_since text", "first_contact_at text", "first_contact_by text"])
    await sql.raw(`alter table calls add column ${column}`).execute(db);
  await sql`alter table calls add column first_contact_minutes integer`.execute(db);
}
