import { type Kysely, sql } from "kysely";
import { mailboxKey } from "#delivery/mail/mailbox.ts";

type Db = Kysely<{ bookings: { id: string; email_key: string; mailbox_key: string } }>;

const ROWS_AT_ONCE = 1_000;

/** The mailbox of a booking's address, and of mails that count against a mailbox's limit. Earlier mails do not count. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("bookings").addColumn("mailbox_key", "text").execute();
  await sql`update bookings set mailbox_key = email_key`.execute(db);
  await foldAddresses(db as unknown as Db);
  // Every query by address also knows the mailbox, so this index replaces the old one.
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
