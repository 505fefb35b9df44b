import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("calendar_feeds")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("secret_hash", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("last_read_at", "text")
    // Deferred, because backups are restored table by table in the order of their names.
    .addForeignKeyConstraint("calendar_feeds_owner", ["user_id"], "users", ["id"], (key) =>
      key.onDelete("cascade").deferrable().initiallyDeferred(),
    )
    .execute();
  await db.schema.createIndex("calendar_feeds_user").on("calendar_feeds").column("user_id").execute();
}
