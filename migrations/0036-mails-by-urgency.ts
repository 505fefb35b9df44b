import { type Kysely, sql } from "kysely";

/** In the order in which waiting mails are claimed. The index by time alone would be a second one to write with every mail. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index mails_due on mails (urgency, next_try_at) where state = 'waiting'`.execute(db);
  await sql`drop index mails_waiting`.execute(db);
}
