import type { Kysely } from "kysely";

/** What was sent before this stays without it: nobody noted by which way it went. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable("mails").addColumn("transport", "text").execute();
}
