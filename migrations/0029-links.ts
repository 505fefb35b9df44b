import { type Kysely, sql } from "kysely";

/**
 * Who has made an invitation, by the account's id, because an e-mail can pass to another account. And an index for mails whose
 * detail is an address that anybody can type: they are deleted soon, and with the person.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table account_links add column made_by text`,
  `create index mails_password_reset on mails (settled_at) where kind = 'password-reset'`,
];
