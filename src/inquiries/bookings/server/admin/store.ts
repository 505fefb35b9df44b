// The admin's lists of bookings. How each query is written bounds its cost at any size, independent of the planner.
import { sql } from "kysely";
import type { BookingFilter, BookingStats } from "#inquiries/bookings/admin.ts";
import { type Booking, STATUSES, valuesOf } from "#inquiries/bookings/booking.ts";
import { ALL_PROPERTY_TYPES } from "#inquiries/bookings/choices.ts";
import type { StoredPath } from "#inquiries/bookings/facts.ts";
import { MEETING_TYPES } from "#inquiries/bookings/meeting-types.ts";
import { addDays } from "#platform/dates.ts";
import type { PageRequest } from "#platform/pagination.ts";
import type { Database } from "#platform/server/database/database.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import {
  containsText,
  countMatches,
  type SearchTarget,
  type Slice,
  searchAllIds,
  searchIds,
  searchSlice,
} from "#platform/server/substring-search.ts";
import { type BookingCountsTable, type BookingRow, columnAt, EVERY, toBooking } from "../table.ts";

const SEARCH: SearchTarget = { table: "bookings", name: "bookings", digits: "phone_digits" };
/** Up to this many matches are read and sorted; with more, a walk from the newest soon finds some. */
const FEW = 2_000;
/** This close to the newest, a walk is faster than finding the day. */
const NEAR = 500;
const BATCH = 100;
const DAY_LENGTH = "2026-11-20".length;

export type BookingPage = { bookings: Booking[]; total: number };

export async function listBookings(
  database: Database,
  filter: BookingFilter,
  { page, limit }: PageRequest,
): Promise<BookingPage> {
  const slice = { offset: (page - 1) * limit, limit };
  if (!filter.search) return findKind(database, filter, slice);
  const { ids, total } = await searchIds(database, SEARCH, { text: filter.search, among: amongOf(filter) }, slice);
  return { bookings: await findByIds(database.read, ids), total };
}

/** Without a total: finding the first matches of a letter is quick, counting all of them is not. */
export async function listUncounted(
  database: Database,
  filter: BookingFilter,
  { page, limit }: PageRequest,
): Promise<{ bookings: Booking[]; hasMore: boolean }> {
  const slice = { offset: (page - 1) * limit, limit };
  if (!filter.search) {
    const { bookings, total } = await findKind(database, filter, slice);
    return { bookings, hasMore: slice.offset + limit < total };
  }
  const query = { text: filter.search, among: amongOf(filter) };
  const ids = await searchSlice(database, SEARCH, query, { ...slice, limit: limit + 1 });
  return { bookings: await findByIds(database.read, ids.slice(0, limit)), hasMore: ids.length > limit };
}

/** How many bookings match. Stops early if `signal` says that nobody waits for the answer. */
export async function countMatching(database: Database, filter: BookingFilter, signal: AbortSignal): Promise<number> {
  if (filter.search) return countMatches(database, SEARCH, { text: filter.search, among: amongOf(filter) }, signal);
  return totalOf(await countParts(database, filter, ""));
}

/** These facts of all matches, newest first, in batches that yield to other requests. */
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
  let last: Place | undefined;
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
    .where("whole", "=", "")
    .where("meeting_type", "<>", EVERY)
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

async function findKind(database: Database, filter: BookingFilter, slice: Slice): Promise<BookingPage> {
  const years = await countParts(database, filter, "");
  const total = totalOf(years);
  if (slice.offset >= total) return { bookings: [], total };
  if (isFiltered(filter) && total <= FEW)
    return { bookings: await findByIds(database.read, await idsOfFew(database.read, filter, slice)), total };
  const start = slice.offset < NEAR ? { offset: slice.offset } : await findDay(database, filter, slice.offset, years);
  return { bookings: start ? await walk(database.read, filter, { ...start, limit: slice.limit }) : [], total };
}

type Part = { period: string; count: number };

function totalOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** Counts matches per year, per month of a year, or per day of a month. Newest first. */
async function countParts({ engine, read }: Database, filter: BookingFilter, whole: string): Promise<Part[]> {
  const isSummed = engine === "sqlite" && !filter.meetingType && !filter.propertyType;
  const every = [EVERY] as const;
  return countsOf(read, {
    whole,
    status: filter.status ?? (isSummed ? every : STATUSES),
    meetingType: isSummed ? every : (filter.meetingType ?? valuesOf(MEETING_TYPES)),
    propertyType: isSummed ? every : (filter.propertyType ?? valuesOf(ALL_PROPERTY_TYPES)),
  });
}

type Kinds = {
  whole: string;
  status: readonly BookingCountsTable["status"][];
  meetingType: readonly BookingCountsTable["meeting_type"][];
  propertyType: readonly BookingCountsTable["property_type"][];
};

const countsOf = keptRead((db: Db, { whole, status, meetingType, propertyType }: Kinds) =>
  db
    .selectFrom("booking_counts")
    .select(["period", (select) => select.fn.sum<number>("count").as("count")])
    .where("whole", "=", whole)
    .where("status", "in", status)
    .where("meeting_type", "in", meetingType)
    .where("property_type", "in", propertyType)
    .groupBy("period")
    .orderBy("period", "desc"),
);

/** The day of the match at this position, and how many newer matches that day has. */
async function findDay(
  database: Database,
  filter: BookingFilter,
  newer: number,
  years: Part[],
): Promise<{ day: string; offset: number } | undefined> {
  let parts = years;
  let offset = newer;
  for (;;) {
    const part = parts.find(({ count }) => {
      if (offset < count) return true;
      offset -= count;
      return false;
    });
    // Parallel deletes may leave nothing at this position.
    if (!part) return undefined;
    if (part.period.length === DAY_LENGTH) return { day: part.period, offset };
    parts = await countParts(database, filter, part.period);
  }
}

async function idsOfFew(db: Db, filter: BookingFilter, { offset, limit }: Slice): Promise<string[]> {
  const rows = await db
    .selectFrom("bookings")
    .select(["id", "created_at"])
    .where("status", "in", filter.status ?? STATUSES)
    .where("meeting_type", "in", filter.meetingType ?? valuesOf(MEETING_TYPES))
    .where("property_type", "in", filter.propertyType ?? valuesOf(ALL_PROPERTY_TYPES))
    .execute();
  const newest = rows.sort((a, b) => compare(b.created_at, a.created_at) || compare(b.id, a.id));
  return newest.slice(offset, offset + limit).map(({ id }) => id);
}

/** Walks the index of the newest, starting at the end of a day. */
async function walk(db: Db, filter: BookingFilter, { day, ...slice }: Slice & { day?: string }): Promise<Booking[]> {
  const found = await newest(db, { ...amongOf(filter), ...slice, before: day && addDays(day, 1) });
  return findByIds(
    db,
    found.map(({ id }) => id),
  );
}

type Walk = ReturnType<typeof amongOf> & Slice & { before: string | undefined };

const newest = keptRead((db: Db, { before, offset, limit, ...among }: Walk) => {
  let ids = db
    .selectFrom("bookings")
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  if (before) ids = ids.where("created_at", "<", before);
  // An expression instead of the column keeps the planner from another index that it would have to sort.
  for (const [column, values] of Object.entries(among))
    if (values) ids = ids.where(sql`${sql.ref(column)} || ''`, "in", values);
  return ids;
});

type Place = Pick<BookingRow, "created_at" | "id">;

async function nextBatch<Column extends keyof BookingRow>(
  db: Db,
  filter: BookingFilter,
  { columns, last }: { columns: readonly Column[]; last: Place | undefined },
): Promise<(Pick<BookingRow, Column> & Place)[]> {
  let query = db
    .selectFrom("bookings")
    .select([...new Set<keyof BookingRow>([...columns, "created_at", "id"])])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(BATCH);
  if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  if (filter.search) query = query.where(containsText(filter.search, SEARCH.digits));
  for (const [column, values] of Object.entries(amongOf(filter)))
    if (values) query = query.where(sql`${sql.ref(column)} || ''`, "in", values);
  return (await query.execute()) as (Pick<BookingRow, Column> & Place)[];
}

async function findByIds(db: Db, ids: readonly string[]): Promise<Booking[]> {
  return (await findRows(db, ids)).map((row) => toBooking(row));
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

function isFiltered(filter: BookingFilter): boolean {
  return Object.values(amongOf(filter)).some(Boolean);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
