import type { Kysely } from "kysely";

/** Null for earlier mails: their transport was not recorded. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("mails").addColumn("transport", "text").execute();
}
