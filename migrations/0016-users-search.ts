import { type Kysely, sql } from "kysely";
import { searchableText } from "#platform/search.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";

const ROWS_AT_ONCE = 500;

type Users = { users: { id: string; email: string; search_text: string } };

/** The text for the search, and an index that covers filter and order, so that only rows of the shown page are read. */
export async function up(db: Kysely<Users>): Promise<void> {
  await sql`alter table users add column search_text text not null default ''`.execute(db);
  for (let last = ""; ; ) {
    const users = await db
      .selectFrom("users")
      .select(["id", "email"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ROWS_AT_ONCE)
      .execute();
    if (users.length === 0) break;
    const texts = sql.join(users.map(({ id, email }) => sql`(${id}, ${searchableText(...searchedEmail(email))})`));
    await sql`update users set search_text = texts.column2 from (values ${texts}) as texts where id = texts.column1`.execute(
      db,
    );
    last = users.at(-1)?.id ?? "";
  }
  await sql`drop index users_newest`.execute(db);
  await sql`create index users_newest on users (created_at, id, search_text, role, deactivated_at)`.execute(db);
}
