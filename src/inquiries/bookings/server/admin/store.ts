import { sql } from "kysely";
import type { BookingFilter, BookingStats } from "#inquiries/bookings/admin.ts";
import { type Booking, STATUSES, valuesOf } from "#inquiries/bookings/booking.ts";
import { ALL_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import type { StoredPath } from "#inquiries/bookings/columns.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import type { PageRequest } from "#platform/pagination.ts";
import type { Database } from "#platform/server/database/database.ts";
import { foldCounts } from "#platform/server/database/queries/fold-counts.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import {
  containsText,
  type Found,
  type SearchTarget,
  type Slice,
  searchAllIds,
  searchIds,
} from "#platform/server/substring-search.ts";
import { ALL, type BookingCountsTable, type BookingRow, columnAt, toBooking } from "../table.ts";

const SEARCH: SearchTarget = { table: "bookings", name: "bookings", digits: "phone_digits" };
/** Up to this many matches are read and sorted; with more, a scan from the newest is faster. */
const MAX_SORTED = 2_000;
const BATCH = 100;

/** Without a count, `total` only says whether there are more: finding the first matches is faster than counting all. */
export async function listBookings(
  database: Database,
  filter: BookingFilter,
  { page, limit, isCounted = true }: PageRequest & { isCounted?: boolean },
): Promise<{ bookings: Booking[]; total: number }> {
  const slice = { offset: (page - 1) * limit, limit };
  const { ids, total } = filter.search
    ? await searchIds(database, SEARCH, { text: filter.search, among: amongOf(filter), isCounted }, slice)
    : await idsOfKind(database.read, filter, slice);
  return { bookings: (await findRows(database.read, ids)).map((row) => toBooking(row)), total };
}

/** An aborted `signal` ends the search early. */
export async function countMatching(database: Database, filter: BookingFilter, signal: AbortSignal): Promise<number> {
  if (!filter.search) return totalOf(await countByPeriod(database.read, filter));
  const query = { text: filter.search, among: amongOf(filter), signal };
  return (await searchIds(database, SEARCH, query, { offset: 0, limit: 0 })).total;
}

/** Newest first. Other requests run between two batches. */
export async function* allBookings(
  database: Database,
  filter: BookingFilter,
  paths: readonly StoredPath[],
): AsyncGenerator<(string | null)[][]> {
  const columns = paths.map(columnAt);
  const valuesOfRow = (row: Partial<BookingRow>) => columns.map((column) => (row[column] ?? null) as string | null);
  if (filter.search && database.engine === "sqlite") {
    const query = { text: filter.search, among: amongOf(filter) };
    for await (const ids of searchAllIds(database, SEARCH, query))
      for (let start = 0; start < ids.length; start += BATCH) {
        const rows = await findRows(database.read, ids.slice(start, start + BATCH));
        yield rows.map(valuesOfRow);
        await nextTurn();
      }
    return;
  }
  let last: Cursor | undefined;
  do {
    const rows = await nextBatch(database.read, filter, { columns, last });
    if (rows.length > 0) yield rows.map(valuesOfRow);
    last = rows.length === BATCH ? rows.at(-1) : undefined;
    await nextTurn();
  } while (last);
}

export async function countBookings(db: Db): Promise<Omit<BookingStats, "success">> {
  const rows = await db
    .selectFrom("booking_counts")
    .select(["status", (select) => select.fn.sum<number>("count").as("count")])
    .where("meeting_type", "=", ALL)
    .groupBy("status")
    .execute();
  const of = (status: (typeof STATUSES)[number]) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    total: STATUSES.reduce((sum, status) => sum + of(status), 0),
    scheduled: of("Scheduled"),
    confirmed: 0,
    completed: of("Completed"),
    cancelled: of("Cancelled"),
    rescheduled: of("Rescheduled"),
  };
}

export function foldBookingCounts(database: Database): Promise<void> {
  const key = ["status", "meeting_type", "property_type", "period"];
  return foldCounts(database, { table: "booking_counts", key, measures: ["count"] });
}

async function idsOfKind(db: Db, filter: BookingFilter, slice: Slice): Promise<Found> {
  const periods = await countByPeriod(db, filter);
  const total = totalOf(periods);
  if (total <= MAX_SORTED && isFiltered(filter)) return { ids: await sortedIds(db, filter, slice), total };
  const { first, last, newer } = periodsOf(periods, slice);
  if (!first || !last) return { ids: [], total };
  // After every instant of the period, in every collation.
  const range = { from: last, before: `${first}9Z`, limit: slice.limit, offset: slice.offset - newer };
  return { ids: (await newestIds(db, { ...amongOf(filter), ...range })).map(({ id }) => id), total };
}

type Period = { period: string; count: number };

function totalOf(periods: readonly Period[]): number {
  return periods.reduce((sum, { count }) => sum + count, 0);
}

/** The slice spans these periods; `newer` counts the matches of more recent ones. */
function periodsOf(periods: readonly Period[], { offset, limit }: Slice) {
  let [newer, counted] = [0, 0];
  let first: string | undefined;
  let last: string | undefined;
  for (const { period, count } of periods) {
    if (counted >= offset + limit) break;
    counted += count;
    if (counted <= offset) newer = counted;
    else {
      first ??= period;
      last = period;
    }
  }
  return { first, last, newer };
}

/** Newest first. */
async function countByPeriod(db: Db, filter: BookingFilter): Promise<Period[]> {
  if (filter.meetingType || filter.propertyType) return countsOf(db, withAllKinds(filter));
  return countsOf(db, { status: filter.status ?? [ALL], meetingType: [ALL], propertyType: [ALL] });
}

type Kinds = {
  status: readonly BookingCountsTable["status"][];
  meetingType: readonly BookingCountsTable["meeting_type"][];
  propertyType: readonly BookingCountsTable["property_type"][];
};

const countsOf = keptRead((db: Db, { status, meetingType, propertyType }: Kinds) =>
  db
    .selectFrom("booking_counts")
    .select(["period", (select) => select.fn.sum<number>("count").as("count")])
    .where("status", "in", status)
    .where("meeting_type", "in", meetingType)
    .where("property_type", "in", propertyType)
    .groupBy("period")
    .orderBy("period", "desc"),
);

async function sortedIds(db: Db, filter: BookingFilter, { offset, limit }: Slice): Promise<string[]> {
  const { status, meetingType, propertyType } = withAllKinds(filter);
  const rows = await db
    .selectFrom("bookings")
    .select(["id", "created_at"])
    .where("status", "in", status)
    .where("meeting_type", "in", meetingType)
    .where("property_type", "in", propertyType)
    .execute();
  rows.sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id));
  return rows.slice(offset, offset + limit).map(({ id }) => id);
}

type Among = ReturnType<typeof amongOf>;
type Scan = Among & Slice & { from: string; before: string };

/** With both bounds every index is fast enough, whichever the planner chooses. */
const newestIds = keptRead((db: Db, { from, before, limit, offset, ...among }: Scan) =>
  newest(db, among)
    .select("id")
    .where("created_at", ">=", from)
    .where("created_at", "<", before)
    .limit(limit)
    .offset(offset),
);

type Cursor = Pick<BookingRow, "created_at" | "id">;

async function nextBatch<Column extends keyof BookingRow>(
  db: Db,
  filter: BookingFilter,
  { columns, last }: { columns: readonly Column[]; last: Cursor | undefined },
): Promise<(Pick<BookingRow, Column> & Cursor)[]> {
  let query = newest(db, amongOf(filter))
    .select([...new Set<keyof BookingRow>([...columns, "created_at", "id"])])
    .limit(BATCH);
  if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  if (filter.search) query = query.where(containsText(filter.search, SEARCH.digits));
  return (await query.execute()) as (Pick<BookingRow, Column> & Cursor)[];
}

/** An expression instead of the column keeps the planner from an index whose rows it would have to sort. */
function newest(db: Db, among: Partial<Among>) {
  let query = db.selectFrom("bookings").orderBy("created_at", "desc").orderBy("id", "desc");
  for (const [column, values] of Object.entries(among))
    if (values) query = query.where(sql`coalesce(${sql.ref(column)}, '')`, "in", values);
  return query;
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

function amongOf({ status, meetingType, propertyType }: BookingFilter) {
  return { status, meeting_type: meetingType, property_type: propertyType };
}

function isFiltered({ status, meetingType, propertyType }: BookingFilter): boolean {
  return Boolean(status ?? meetingType ?? propertyType);
}

/** Every kind is named, because an index is used only up to the first column that a query does not name. */
function withAllKinds({ status = STATUSES, meetingType, propertyType }: BookingFilter) {
  return {
    status,
    meetingType: meetingType ?? valuesOf(MEETING_TYPES),
    propertyType: propertyType ?? valuesOf(ALL_PROPERTY_TYPES),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
