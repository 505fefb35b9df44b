import { type Kysely, PostgresAdapter, sql } from "kysely";
import { emailKey } from "#platform/email.ts";

type Row = { id: string; email: string };
type Db = Kysely<{
  bookings: Row & { email_key: string };
  contact_messages: Row & { email_key: string };
  users: Row & { email_key: string; created_at: string };
}>;

/** The key of ASCII addresses stays the same: lower case. */
const isBeyondAscii = sql<boolean>`octet_length(email) <> length(email)`;

/**
 * All keys are now made by emailKey, and messages get one too. If two accounts then have the same key, the first has the new
 * key, and the later one keeps its old key, by which only its own spelling finds it. The log names it, so that an admin can
 * change its address.
 */
export async function up(db: Db): Promise<void> {
  await sql`alter table contact_messages add column email_key text not null default ''`.execute(db);
  // lower() beyond ASCII depends on the database, and on PostgreSQL with a Turkish collation even within ASCII.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const lower = sql.raw(isPostgres ? `lower(email collate "C")` : "lower(email)");
  await sql`update contact_messages set email_key = ${lower}`.execute(db);
  for (const table of ["bookings", "contact_messages"] as const) {
    const rows = await db.selectFrom(table).select(["id", "email"]).where(isBeyondAscii).execute();
    for (const { id, email } of rows)
      await db
        .updateTable(table)
        .set({ email_key: emailKey(email) })
        .where("id", "=", id)
        .execute();
  }
  await db.schema.createIndex("contact_messages_email").on("contact_messages").column("email_key").execute();
  await rekeyUsers(db);
}

async function rekeyUsers(db: Db): Promise<void> {
  const users = await db
    .selectFrom("users")
    .select(["id", "email", "email_key"])
    .where(isBeyondAscii)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  for (const { id, email, email_key } of users) {
    const key = emailKey(email);
    if (key === email_key) continue;
    const holder = await db.selectFrom("users").select("id").where("email_key", "=", key).executeTakeFirst();
    if (holder)
      console.warn(
        `The accounts ${holder.id} and ${id} are of one e-mail address in two spellings. Both stay as they are; please give the second another address.`,
      );
    else await db.updateTable("users").set({ email_key: key }).where("id", "=", id).execute();
  }
}
