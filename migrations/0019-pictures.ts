import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Pictures of the company, each in two sizes and as an icon, with what a backup holds. */
export async function up(db: Kysely<never>): Promise<void> {
  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable("pictures")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("width", "integer", (column) => column.notNull())
    .addColumn("height", "integer", (column) => column.notNull())
    .addColumn("small", bytes, (column) => column.notNull())
    .addColumn("large", bytes, (column) => column.notNull())
    .addColumn("icon", bytes, (column) => column.notNull())
    .addColumn("uploaded_by", "text", (column) => column.notNull())
    .addColumn("uploaded_at", "text", (column) => column.notNull())
    .addColumn("published_at", "text")
    .execute();
}
