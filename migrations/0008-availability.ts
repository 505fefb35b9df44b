import type { Kysely } from "kysely";
import { bookingRules } from "#site";

/** The owner's availability, and the length of each meeting, because new ones may get another length. */
export async function up(db: Kysely<never>): Promise<void> {
  let availability = db.schema.createTable("availability").addColumn("id", "text", (column) => column.primaryKey());
  for (const name of ["revision", "content", "updated_at"])
    availability = availability.addColumn(name, "text", (column) => column.notNull());
  await availability
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("uneven_through", "text")
    .execute();

  // Until now all meetings had the length set in site.config.ts.
  await db.schema
    .alterTable("bookings")
    .addColumn("meeting_minutes", "integer", (column) => column.notNull().defaultTo(bookingRules.slotMinutes))
    .execute();
}
