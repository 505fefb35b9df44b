import { type Kysely, sql } from "kysely";

/** Which mails of the company an admin wants at the account's own address. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table account_notices (user_id text not null, kind text not null, primary key (user_id, kind))`.execute(
    db,
  );
}
