import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<never>): Promise<void> {
  let endpoints = db.schema.createTable("webhook_endpoints").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of ["name", "url", "events", "secret", "created_at", "updated_at"])
    endpoints = endpoints.addColumn(name, "text", (column) => column.notNull());
  for (const name of ["old_secret", "old_secret_until", "turned_off_at", "turned_off_because"])
    endpoints = endpoints.addColumn(name, "text");
  await endpoints.execute();

  let deliveries = db.schema.createTable("webhook_deliveries").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of ["endpoint_id", "type", "body", "state", "queued_at", "next_try_at"])
    deliveries = deliveries.addColumn(name, "text", (column) => column.notNull());
  for (const name of OPTIONAL_TEXTS) deliveries = deliveries.addColumn(name, "text");
  await deliveries
    .addColumn("tries", "integer", (column) => column.notNull())
    .addColumn("status", "integer")
    .execute();

  await sql`create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index webhook_deliveries_newest on webhook_deliveries (queued_at, id)`.execute(db);
  await sql`create index webhook_deliveries_settled on webhook_deliveries (settled_at)`.execute(db);
  await sql`create index webhook_deliveries_record on webhook_deliveries (record_id)`.execute(db);
  await sql`create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, queued_at, id)`.execute(db);
}

const OPTIONAL_TEXTS = [
  "record_id",
  "first_tried_at",
  "claim",
  "claimed_until",
  "settled_at",
  "last_error",
  "response",
] as const;
