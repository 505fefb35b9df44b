import type { Kysely } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("deactivated_at", "text")
    .addColumn("last_login_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("users_newest").on("users").columns(["created_at", "id"]).execute();

  await db.schema
    .createTable("sign_ins")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (column) => column.notNull())
    .addColumn("previous_hash", "text")
    .addColumn("rotation_salt", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("refreshed_at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sign_ins_user").on("sign_ins").column("user_id").execute();
  await db.schema.createIndex("sign_ins_refreshed").on("sign_ins").column("refreshed_at").execute();
}
