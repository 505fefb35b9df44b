// Lists of inquiries of one kind, newest first, with their numbers.

import { sql } from "kysely";
import type { InquiryKind } from "#people/leads/inquiry.ts";
import type { PageRequest } from "#platform/pagination.ts";
import type { Database } from "#platform/server/database/database.ts";
import { foldCounts } from "#platform/server/database/queries/fold-counts.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import { untilChanged } from "#platform/server/database/queries/until-changed.ts";
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
import { ALL, type InquiryRow } from "../table.ts";

const SEARCH: SearchTarget = { table: "inquiries", name: "inquiries", digits: "phone_digits" };
/** Up to this many matches are read and sorted; with more, a scan from the newest is faster. */
const MAX_SORTED = 2_000;
const BATCH = 100;

type Chosen = "status" | "topic" | "property_type";

export type InquiryFilter = {
  kind: InquiryKind;
  search?: string | undefined;
  /** Only inquiries with one of the values. Undefined are all. */
  among: Readonly<Record<Chosen, readonly string[] | undefined>>;
  /** Every value there is. */
  values: Readonly<Record<Chosen, readonly string[]>>;
};

/** Without a count, `total` only says whether there are more: finding the first matches is faster than counting all. */
export async function listInquiryIds(
  database: Database,
  filter: InquiryFilter,
  { page, limit, isCounted = true }: PageRequest & { isCounted?: boolean },
): Promise<Found> {
  const slice = { offset: (page - 1) * limit, limit };
  if (!filter.search) return idsOfKind(database, filter, slice);
  return searchIds(database, SEARCH, { text: filter.search, among: amongOf(filter), isCounted }, slice);
}

/** An aborted `signal` ends the search early. */
export async function countInquiries(database: Database, filter: InquiryFilter, signal: AbortSignal): Promise<number> {
  if (!filter.search) return totalOf(await countByPeriod(database, filter));
  const query = { text: filter.search, among: amongOf(filter), signal };
  return (await searchIds(database, SEARCH, query, { offset: 0, limit: 0 })).total;
}

/** Ids in batches, newest first. Other requests run between two batches. */
export async function* allInquiryIds(database: Database, filter: InquiryFilter): AsyncGenerator<string[]> {
  if (filter.search && database.engine === "sqlite") {
    const query = { text: filter.search, among: amongOf(filter) };
    for await (const ids of searchAllIds(database, SEARCH, query))
      for (let start = 0; start < ids.length; start += BATCH) {
        yield ids.slice(start, start + BATCH);
        await nextTurn();
      }
    return;
  }
  let last: Cursor | undefined;
  do {
    const rows = await nextBatch(database.read, filter, last);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    last = rows.length === BATCH ? rows.at(-1) : undefined;
    await nextTurn();
  } while (last);
}

/** Returns 0 for a status that no inquiry has. */
export async function countByStatus(db: Db, kind: InquiryKind): Promise<(status: string) => number> {
  const rows = await db
    .selectFrom("inquiry_counts")
    .select(["status", (select) => select.fn.sum<number>("count").as("count")])
    .where("kind", "=", kind)
    .where("topic", "=", ALL)
    .groupBy("status")
    .execute();
  return (status) => rows.find((row) => row.status === status)?.count ?? 0;
}

export function foldInquiryCounts(database: Database): Promise<void> {
  const key = ["kind", "status", "topic", "property_type", "period"];
  return foldCounts(database, { table: "inquiry_counts", key, measures: ["count"] });
}

async function idsOfKind(database: Database, filter: InquiryFilter, slice: Slice): Promise<Found> {
  const periods = await countByPeriod(database, filter);
  const db = database.read;
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
async function countByPeriod(database: Database, filter: InquiryFilter): Promise<Period[]> {
  const { kind, among } = filter;
  const { status, topic, property_type } = withAllValues(filter);
  const isSplit = among.topic || among.property_type;
  const counted = { kind, status, ...(isSplit ? { topic, property_type } : { topic: [ALL], property_type: [ALL] }) };
  return keptCountsOf(database)(JSON.stringify(counted), () => countsOf(database.read, counted));
}

/** Every page of a list asks for the same counts, which take a third of its time. */
function keptCountsOf(database: Database) {
  const kept = KEPT_COUNTS.get(database) ?? untilChanged<Period[]>(database);
  KEPT_COUNTS.set(database, kept);
  return kept;
}

// The key is the database, because tests use several in one process.
const KEPT_COUNTS = new WeakMap<Database, ReturnType<typeof untilChanged<Period[]>>>();

type Counted = { kind: InquiryKind } & Readonly<Record<Chosen, readonly string[]>>;

const countsOf = keptRead((db: Db, { kind, status, topic, property_type }: Counted) =>
  db
    .selectFrom("inquiry_counts")
    .select(["period", (select) => select.fn.sum<number>("count").as("count")])
    .where("kind", "=", kind)
    .where("status", "in", status)
    .where("topic", "in", topic)
    .where("property_type", "in", property_type)
    .groupBy("period")
    .orderBy("period", "desc"),
);

async function sortedIds(db: Db, filter: InquiryFilter, { offset, limit }: Slice): Promise<string[]> {
  const { status, topic, property_type } = withAllValues(filter);
  const rows = await db
    .selectFrom("inquiries")
    .select(["id", "created_at"])
    .where("kind", "=", filter.kind)
    .where("status", "in", status)
    .where("topic", "in", topic)
    .where("property_type", "in", property_type)
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

type Cursor = Pick<InquiryRow, "created_at" | "id">;

async function nextBatch(db: Db, filter: InquiryFilter, last: Cursor | undefined): Promise<Cursor[]> {
  let query = newest(db, amongOf(filter)).select(["created_at", "id"]).limit(BATCH);
  if (last) query = query.where(sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`);
  if (filter.search) query = query.where(containsText(filter.search, SEARCH.digits));
  return query.execute();
}

/** An expression instead of the column keeps the planner from an index whose rows it would have to sort. */
function newest(db: Db, { kind: [kind], ...among }: Among) {
  let query = db.selectFrom("inquiries").where("kind", "=", kind).orderBy("created_at", "desc").orderBy("id", "desc");
  for (const [column, values] of Object.entries(among))
    if (values) query = query.where(sql`coalesce(${sql.ref(column)}, '')`, "in", values);
  return query;
}

function amongOf({ kind, among }: InquiryFilter) {
  return { kind: [kind] as [InquiryKind], ...among };
}

function isFiltered({ among }: InquiryFilter): boolean {
  return Object.values(among).some(Boolean);
}

/** Every value is named, because an index is used only up to the first column that a query does not name. */
function withAllValues({ among, values }: InquiryFilter): Readonly<Record<Chosen, readonly string[]>> {
  const { status, topic, property_type } = among;
  return {
    status: status ?? values.status,
    topic: topic ?? values.topic,
    property_type: property_type ?? values.property_type,
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
