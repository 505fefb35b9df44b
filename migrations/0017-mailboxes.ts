import { type Kysely, sql } from "kysely";
import { mailboxKey } from "#mail/mailbox.ts";

type Db = Kysely<{ bookings: { id: string; email_key: string; mailbox_key: string } }>;

const ROWS_AT_ONCE = 1_000;

/** The mailbox behind a booking's address, and the mails that count in a mailbox's budget. Mails of before count in none. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("mailbox_key", "text").execute();
  await sql`update bookings set mailbox_key = email_key`.execute(db);
  await foldAddresses(db as unknown as Db);
  // Whoever looks for an address knows its mailbox: one index serves both.
  await db.schema.dropIndex("bookings_email").execute();
  await db.schema.createIndex("bookings_mailbox").on("bookings").columns(["mailbox_key", "meeting_date"]).execute();

  await db.schema.alterTable("mails").addColumn("mailbox_key", "text").execute();
  await sql`create index mails_mailbox on mails (mailbox_key) where mailbox_key is not null`.execute(db);
}

async function foldAddresses(db: Db): Promise<void> {
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("bookings")
      .select(["id", "email_key"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, email_key } of rows) {
      const mailbox = mailboxKey(email_key);
      if (mailbox !== email_key)
        await db.updateTable("bookings").set({ mailbox_key: mailbox }).where("id", "=", id).execute();
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
