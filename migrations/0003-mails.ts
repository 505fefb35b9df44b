import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  let mails = db.schema.createTable("mails").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of REQUIRED_TEXTS) mails = mails.addColumn(name, "text", (column) => column.notNull());
  for (const name of OPTIONAL_TEXTS) mails = mails.addColumn(name, "text");
  for (const name of ["urgency", "tries"]) mails = mails.addColumn(name, "integer", (column) => column.notNull());
  await mails.execute();

  // Each message is enqueued once, however often it is requested.
  await db.schema
    .createIndex("mails_owed_once")
    .on("mails")
    .columns(["record_id", "kind", "detail"])
    .unique()
    .execute();
  await sql`create index mails_waiting on mails (next_try_at) where state = 'waiting'`.execute(db);
  await sql`create index mails_failed on mails (settled_at) where state = 'failed'`.execute(db);

  await db.schema.alterTable("bookings").addColumn("reminders_stopped_at", "text").execute();
}

const REQUIRED_TEXTS = ["kind", "record_id", "detail", "state", "queued_at", "due_at", "next_try_at"] as const;
const OPTIONAL_TEXTS = ["first_tried_at", "claim", "claimed_until", "recipient", "settled_at", "last_error"] as const;
