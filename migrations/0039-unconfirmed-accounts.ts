import { type Kysely, sql } from "kysely";

/**
 * Whether an account is its person's, and whether its address is, are two things: an admin who makes or promotes an account vouches
 * for the first alone. Until then the account may be a stranger's, who adds nothing that outlasts the person's own new password.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const UNCONFIRMED = "(select id from users where confirmed_at is null)";

const STATEMENTS = [
  `alter table users add column email_confirmed_at text`,
  `update users set email_confirmed_at = confirmed_at`,
  `update users set confirmed_at = updated_at where confirmed_at is null and role = 'admin'`,
  `delete from totp_secrets where user_id in ${UNCONFIRMED}`,
  `delete from passkeys where user_id in ${UNCONFIRMED}`,
  `delete from recovery_codes where user_id in ${UNCONFIRMED}`,
  `delete from known_browsers where user_id in ${UNCONFIRMED}`,
];
