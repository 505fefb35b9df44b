import { type Kysely, sql } from "kysely";

/**
 * The version that a draft changes: written from an older one, it would take a later publication back unseen. And the
 * retention of each version, because a shorter one takes effect a week later.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("company_drafts")
    .addColumn("based_on", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update company_drafts set based_on = (select coalesce(max(number), 0) from company_versions)`.execute(db);
  // Versions are never updated, so those before have no value here. The version that the next start adds has one.
  await db.schema.alterTable("company_versions").addColumn("erase_after_days", "integer").execute();
}
