import { type Kysely, PostgresAdapter, sql } from "kysely";

/** What people ask about their own data, once they have verified their address. And the search follows a corrected message. */
export async function up(db: Kysely<never>): Promise<void> {
  let requests = db.schema
    .createTable("privacy_requests")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("token_hash", "text", (column) => column.notNull().unique());
  for (const name of ["kind", "person_key", "created_at"])
    requests = requests.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["email", "email_key", "words", "confirmed_at", "due_day", "done_at", "done_by", "how"])
    requests = requests.addColumn(name, "text");
  await requests.execute();
  for (const column of ["email_key", "person_key", "due_day"])
    await db.schema.createIndex(`privacy_requests_${column}`).on("privacy_requests").column(column).execute();
  // Bookings have had such a trigger since 0004; PostgreSQL searches the table itself.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await sql.raw(CONTACTS_RESOUGHT).execute(db);
}

const CONTACTS_RESOUGHT = `create trigger contacts_resought after update of search_text on contact_messages begin
  update contact_search_rows set search_text = new.search_text where id = new.id;
  end`;
