import { type Kysely, sql } from "kysely";

/** For the check of claims every second, and for the first due delivery of each endpoint. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index mails_claimed on mails (claim) where claim is not null`.execute(db);
  await sql`create index webhook_deliveries_claimed on webhook_deliveries (claim) where claim is not null`.execute(db);
  await sql`create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at) where state = 'waiting'`.execute(
    db,
  );
}
