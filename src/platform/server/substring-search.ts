import { type RawBuilder, sql } from "kysely";
import { foldText, SHORTEST_INDEXED, searchedDigits } from "#platform/search.ts";
import type { Database } from "./database/database.ts";
import type { Db } from "./database/tables.ts";
import { EventLoopYielder } from "./event-loop-yield.ts";

/**
 * PostgreSQL has a trigram index on the table. SQLite has one (FTS5) over a narrow copy of the searched and filtered
 * columns, `name_search_rows`, numbered in order of insertion.
 */
export type SearchTarget = {
  table: string;
  name: string;
  digits?: string;
};

export type SearchQuery = {
  text: string;
  /** Values by column; a row must have one of them. */
  among: Record<string, readonly string[] | undefined>;
  /** A search whose total nobody asks for reads no further than its slice. */
  isCounted?: boolean;
  /** Ends the search early, with what it has found, when nobody waits for it any more. */
  signal?: AbortSignal;
};

export type Slice = { offset: number; limit: number };
/** If not counted, the total is only above the slice's end if there are more. */
export type Found = { ids: string[]; total: number };

/**
 * SQLite runs on the thread that serves everybody, so a statement reads few rows: a thousand take a quarter of a millisecond
 * from memory, but twenty times as long from a busy disk.
 */
const SCAN_WINDOW = 5_000;
/** The index is opened anew for each. Texts that are in most rows take up to half a millisecond for a thousand. */
const INDEX_WINDOW = 25_000;

/** Newest first. */
export async function searchIds(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
  slice: Slice,
): Promise<Found> {
  const { isCounted = true, signal } = query;
  if (database.engine === "postgres")
    return (isCounted ? countPostgres : walkPostgres)(database.read, target, query, slice);
  const found: Found = { ids: [], total: 0 };
  for await (const window of windowsOf(database.read, target, query)) {
    if (signal?.aborted || (!isCounted && found.total > slice.offset + slice.limit)) break;
    const total = await window.count();
    const offset = Math.max(0, slice.offset - found.total);
    const limit = slice.limit - found.ids.length;
    if (limit > 0 && offset < total) found.ids.push(...(await window.ids({ offset, limit })));
    found.total += total;
  }
  return found;
}

/** SQLite only. Newest first, in batches. */
export async function* searchAllIds(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
): AsyncGenerator<string[]> {
  for await (const window of windowsOf(database.read, target, query)) {
    const ids = await window.ids({ offset: 0, limit: -1 });
    if (ids.length > 0) yield ids;
  }
}

/** The condition for rows that contain the text. On SQLite it scans every row; see searchIds. */
export function containsText(text: string, column?: string): RawBuilder<boolean> {
  const digits = column && searchedDigits(text);
  const inText = sql<boolean>`search_text like ${likePattern(foldText(text))} escape '\\'`;
  return column && digits ? sql<boolean>`(${inText} or ${sql.ref(column)} like ${likePattern(digits)})` : inText;
}

// Sorted after the search: with order and limit in the same query the planner scans the whole key instead.
async function countPostgres(
  db: Db,
  target: SearchTarget,
  { text, among }: SearchQuery,
  { offset, limit }: Slice,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (
      select id, created_at from ${sql.table(target.table)} where ${containsText(text, target.digits)} ${andAmong(among)})
    select (select count(*) from found) as total,
      array(select id from found order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

async function walkPostgres(
  db: Db,
  target: SearchTarget,
  { text, among }: SearchQuery,
  { offset, limit }: Slice,
): Promise<Found> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(target.table)} where ${containsText(text, target.digits)} ${andAmong(among)}
    order by created_at desc, id desc limit ${limit + 1} offset ${offset}`.execute(db);
  return { ids: rows.slice(0, limit).map(({ id }) => id), total: offset + rows.length };
}

/** Some of the rows, searched in one go. */
type Window = {
  count: () => Promise<number>;
  /** Newest first. */
  ids: (slice: Slice) => Promise<string[]>;
};

async function* windowsOf(db: Db, target: SearchTarget, query: SearchQuery): AsyncGenerator<Window> {
  const rows = sql.table(`${target.name}_search_rows`);
  const bounds = await sql<{ first: number | null; last: number | null }>`
    select (select min(n) from ${rows}) as first, (select max(n) from ${rows}) as last`.execute(db);
  const { first, last } = bounds.rows[0] ?? {};
  if (typeof first !== "number" || typeof last !== "number") return;
  const { size, from } = planOf(target, query);
  const yielder = new EventLoopYielder();
  for (let high = last; high >= first; high -= size) {
    const matching = from(high - size + 1, high);
    yield {
      count: async () => {
        const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db);
        return counted.rows[0]?.total ?? 0;
      },
      ids: async ({ offset, limit }) => {
        const found = await sql<{ id: string }>`
          select id from ${rows} where n in (select n ${matching} order by n desc limit ${limit} offset ${offset})
          order by n desc`.execute(db);
        return found.rows.map(({ id }) => id);
      },
    };
    if (yielder.isOver) await yielder.next();
  }
}

type Plan = {
  size: number;
  /** `from … where …` for the matching rows of a window, as `n`. */
  from: (low: number, high: number) => RawBuilder<unknown>;
};

/** Uses the index if it can find the text, else scans rows. */
function planOf({ name, digits: column }: SearchTarget, { text, among }: SearchQuery): Plan {
  const folded = foldText(text);
  // A text is found in phone numbers only by its digits.
  const digits = column && searchedDigits(text);
  const rows = sql.table(`${name}_search_rows`);
  const index = sql.table(`${name}_search`);
  const filter = andAmong(among);
  if ([folded, digits ?? folded].some((part) => [...part].length < SHORTEST_INDEXED)) {
    const inText = sql`instr(search_text, ${folded}) > 0`;
    const holds = column && digits ? sql`(${inText} or instr(${sql.ref(column)}, ${digits}) > 0)` : inText;
    return {
      size: SCAN_WINDOW,
      from: (low, high) => sql`from ${rows} where n between ${low} and ${high} and ${holds} ${filter}`,
    };
  }
  const inPhone = digits && digits !== folded ? ` OR ${column} : ${quoted(digits)}` : "";
  // The index heeds bounds only if they are integers, and the driver gives numbers of another type.
  const between = (low: number, high: number) =>
    sql`rowid between cast(${low} as integer) and cast(${high} as integer)`;
  const rest = Object.values(among).some(Boolean) ? sql`cross join ${rows} using (n) where true ${filter}` : sql``;
  return {
    size: INDEX_WINDOW,
    from: (low, high) =>
      sql`from (select rowid as n from ${index} where ${index} match ${quoted(folded) + inPhone} and ${between(low, high)}) ${rest}`,
  };
}

function andAmong(among: SearchQuery["among"]): RawBuilder<unknown> {
  const conditions = Object.entries(among).flatMap(([column, values]) =>
    values ? [sql`and ${sql.ref(column)} in (${sql.join([...values])})`] : [],
  );
  return sql.join(conditions, sql` `);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
