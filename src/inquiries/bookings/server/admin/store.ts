import type { BookingFilter, BookingStats } from "#inquiries/bookings/admin.ts";
import { type Booking, STATUSES, valuesOf } from "#inquiries/bookings/booking.ts";
import { KEPT_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import type { StoredPath } from "#inquiries/bookings/columns.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import {
  allInquiryIds,
  countByStatus,
  countInquiries,
  type InquiryFilter,
  listInquiryIds,
} from "#people/leads/server/inquiries/lists/store.ts";
import type { PageRequest } from "#platform/pagination.ts";
import type { Database } from "#platform/server/database/database.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type BookingRow, columnAt, toBooking } from "../table.ts";

export async function listBookings(
  database: Database,
  filter: BookingFilter,
  page: PageRequest & { isCounted?: boolean },
): Promise<{ bookings: Booking[]; total: number }> {
  const { ids, total } = await listInquiryIds(database, filterOf(filter), page);
  return { bookings: (await findRows(database.read, ids)).map((row) => toBooking(row)), total };
}

/** An aborted `signal` ends the search early. */
export async function countMatching(database: Database, filter: BookingFilter, signal: AbortSignal): Promise<number> {
  return countInquiries(database, filterOf(filter), signal);
}

/** Newest first, in batches. */
export async function* allBookings(
  database: Database,
  filter: BookingFilter,
  paths: readonly StoredPath[],
): AsyncGenerator<(string | null)[][]> {
  const columns = paths.map(columnAt);
  for await (const ids of allInquiryIds(database, filterOf(filter))) {
    const rows = await findRows(database.read, ids);
    yield rows.map((row) => columns.map((column) => row[column] as string | null));
  }
}

export async function countBookings(db: Db): Promise<Omit<BookingStats, "success">> {
  const of = await countByStatus(db, "booking");
  const { noShows } = await db
    .selectFrom("meetings")
    .select((select) => select.fn.countAll<number>().as("noShows"))
    .where("no_show_at", "is not", null)
    .executeTakeFirstOrThrow();
  return {
    total: STATUSES.reduce((sum, status) => sum + of(status), 0),
    scheduled: of("Scheduled"),
    confirmed: 0,
    completed: of("Completed"),
    cancelled: of("Cancelled"),
    noShows: Number(noShows),
    rescheduled: of("Rescheduled"),
  };
}

async function findRows(db: Db, ids: readonly string[]): Promise<BookingRow[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(db, { ids });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const rowsOf = keptRead((db: Db, { ids }: { ids: readonly string[] }) =>
  db.selectFrom("bookings").selectAll().where("id", "in", ids),
);

function filterOf({ search, status, meetingType, propertyType }: BookingFilter): InquiryFilter {
  const values = { status: STATUSES, topic: valuesOf(MEETING_TYPES), property_type: valuesOf(KEPT_PROPERTY_TYPES) };
  return { kind: "booking", search, among: { status, topic: meetingType, property_type: propertyType }, values };
}
