// The admin's lists of bookings, quick at any size: what each query may cost is bounded by how it is asked, not by what a
// planner makes of it.
import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { ALL_PROPERTY_TYPES, MEETING_TYPES, STATUSES, valuesOf } from "#bookings/booking.ts";
import type { BookingFilter, BookingStats } from "#bookings/filters.ts";
import type { PageRequest } from "#platform/pagination.ts";
import type { Database } from "#platform/server/database/database.ts";
import {
  type Found,
  holdsText,
  type SearchTarget,
  type Slice,
  searchAllIds,
  searchIds,
} from "#platform/server/substring-search.ts";
import type { BookingsTable, BookingsTables } from "./table.ts";

type Db = Kysely<BookingsTables>;

const SEARCH: SearchTarget = { table: "bookings", name: "bookings", hasPhone: true };
/** Up to so many are all read and then sorted; of more, some will soon turn up on a walk from the newest. */
const FEW = 2_000;
const BATCH = 200;

export type BookingPage = { rows: BookingsTable[]; total: number };

/** One page of what matches, newest first. */
export async function listBookings(
  database: Database<BookingsTables>,
  filter: BookingFilter,
  { page, limit }: PageRequest,
): Promise<BookingPage> {
  const slice = { offset: (page - 1) * limit, limit };
  const { ids, total } = filter.search
    ? await searchIds(database, SEARCH, { text: filter.search, among: amongOf(filter) }, slice)
    : await findKind(database.read, filter, slice);
  return { rows: await findByIds(database.read, ids), total };
}

/** Everything that matches, newest first, a batch at a time, with turns for everybody else in between. */
export async function* allBookings(
  database: Database<BookingsTables>,
  filter: BookingFilter,
): AsyncGenerator<BookingsTable[]> {
  if (filter.search && database.engine === "sqlite") {
    const query = { text: filter.search, among: amongOf(filter) };
    for await (const ids of searchAllIds(database, SEARCH, query))
      for (let start = 0; start < ids.length; start += BATCH) {
        yield await findByIds(database.read, ids.slice(start, start + BATCH));
        await setImmediate();
      }
    return;
  }
  let last: BookingsTable | undefined;
  do {
    const rows = await nextBatch(database.read, filter, last);
    if (rows.length > 0) yield rows;
    last = rows.length === BATCH ? rows.at(-1) : undefined;
    await setImmediate();
  } while (last);
}

/** Meetings that are still to be held, from a day on, soonest first. */
export async function listAgenda(db: Db, fromDay: string, limit: number): Promise<BookingsTable[]> {
  return (
    db
      .selectFrom("bookings")
      .selectAll()
      .where("meeting_date", ">=", fromDay)
      // As in walk(): the bare column would lead the planner to read every scheduled booking there ever was.
      .where(sql`status || ''`, "in", ["Scheduled", "Rescheduled"])
      .orderBy("meeting_date")
      .orderBy("meeting_time")
      .orderBy("seat")
      .limit(limit)
      .execute()
  );
}

export async function countBookings(db: Db): Promise<Omit<BookingStats, "success">> {
  const rows = await db
    .selectFrom("booking_counts")
    .select(["status", (select) => select.fn.sum<number>("count").as("count")])
    .groupBy("status")
    .execute();
  const of = (status: (typeof STATUSES)[number]) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    scheduled: of("Scheduled"),
    confirmed: 0,
    completed: of("Completed"),
    cancelled: of("Cancelled"),
    rescheduled: of("Rescheduled"),
  };
}

async function findKind(db: Db, filter: BookingFilter, slice: Slice): Promise<Found> {
  const total = await countKind(db, filter);
  if (slice.offset >= total) return { ids: [], total };
  const isFiltered = Object.values(amongOf(filter)).some(Boolean);
  const ids = isFiltered && total <= FEW ? await idsOfFew(db, filter, slice) : await walk(db, filter, slice, total);
  return { ids, total };
}

async function countKind(db: Db, filter: BookingFilter): Promise<number> {
  const { count } = await db
    .selectFrom("booking_counts")
    .select((select) => select.fn.coalesce(select.fn.sum<number>("count"), sql<number>`0`).as("count"))
    .where("status", "in", filter.status ?? STATUSES)
    .where("meeting_type", "in", filter.meetingType ?? valuesOf(MEETING_TYPES))
    .where("property_type", "in", filter.propertyType ?? valuesOf(ALL_PROPERTY_TYPES))
    .executeTakeFirstOrThrow();
  return count;
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

/** Along the index of the newest, from whichever end is nearer. */
async function walk(db: Db, filter: BookingFilter, { offset, limit }: Slice, total: number): Promise<string[]> {
  const length = Math.min(limit, total - offset);
  const isFromOldest = offset > total / 2;
  const direction = isFromOldest ? "asc" : "desc";
  let query = db
    .selectFrom("bookings")
    .select("id")
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(length)
    .offset(isFromOldest ? total - offset - length : offset);
  // An expression instead of the bare column keeps the planner from another index, which it would have to sort.
  for (const [column, values] of Object.entries(amongOf(filter)))
    if (values) query = query.where(sql`${sql.ref(column)} || ''`, "in", values);
  const ids = (await query.execute()).map(({ id }) => id);
  return isFromOldest ? ids.reverse() : ids;
}

async function nextBatch(db: Db, filter: BookingFilter, last: BookingsTable | undefined): Promise<BookingsTable[]> {
  let query = db.selectFrom("bookings").selectAll().orderBy("created_at", "desc").orderBy("id", "desc").limit(BATCH);
  if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  if (filter.search) query = query.where(holdsText(SEARCH, filter.search));
  for (const [column, values] of Object.entries(amongOf(filter)))
    if (values) query = query.where(sql`${sql.ref(column)} || ''`, "in", values);
  return query.execute();
}

async function findByIds(db: Db, ids: readonly string[]): Promise<BookingsTable[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("bookings").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function amongOf({ status, meetingType, propertyType }: BookingFilter) {
  return { status, meeting_type: meetingType, property_type: propertyType };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
