import type { Kysely } from "kysely";
import { ATTRIBUTION_COLUMNS } from "#people/leads/server/inquiries/table.ts";

export async function up(db: Kysely<never>): Promise<void> {
  let bookings = db.schema
    .createTable("bookings")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("meeting_date", "text", (column) => column.notNull())
    .addColumn("meeting_time", "text", (column) => column.notNull())
    .addColumn("seat", "integer")
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("invite_sequence", "integer", (column) => column.notNull());
  for (const name of REQUIRED_TEXTS) bookings = bookings.addColumn(name, "text", (column) => column.notNull());
  for (const name of [...OPTIONAL_TEXTS, ...ATTRIBUTION_COLUMNS]) bookings = bookings.addColumn(name, "text");
  await bookings.execute();

  // Prevents double bookings. Null seats are distinct in an index, so cancelled bookings do not block a slot.
  await db.schema
    .createIndex("bookings_slot")
    .on("bookings")
    .columns(["meeting_date", "meeting_time", "seat"])
    .unique()
    .execute();
  await db.schema.createIndex("bookings_newest").on("bookings").columns(["created_at", "id"]).execute();
  await db.schema.createIndex("bookings_email").on("bookings").columns(["email_key", "meeting_date"]).execute();
  await db.schema.createIndex("bookings_phone").on("bookings").columns(["phone_digits", "meeting_date"]).execute();

  await db.schema
    .createTable("rate_limits")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("window_started_at", "text", (column) => column.notNull())
    .addColumn("count", "integer", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("idempotency_keys")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("request_hash", "text", (column) => column.notNull())
    .addColumn("result_id", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .execute();
}

const REQUIRED_TEXTS = [
  "first_name",
  "last_name",
  "email",
  "email_key",
  "phone",
  "search_text",
  "phone_digits",
  "preferred_contact",
  "street",
  "city",
  "state",
  "zip_code",
  "property_type",
  "current_situation",
  "timeframe_to_sell",
  "meeting_type",
  "created_at",
  "updated_at",
] as const;

const OPTIONAL_TEXTS = [
  "additional_info",
  "notes",
  "consent_version",
  "consent_text",
  "consent_at",
  "consent_address",
  "consent_user_agent",
] as const;
