import { type Kysely, sql } from "kysely";

/** The version that a draft changes: written from an older one, it would take a later publication back unseen. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("company_drafts")
    .addColumn("based_on", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update company_drafts set based_on = (select coalesce(max(number), 0) from company_versions)`.execute(db);
}
