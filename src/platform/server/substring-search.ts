import { type RawBuilder, sql } from "kysely";
import { foldText, SHORTEST_INDEXED, searchedDigits } from "#platform/search.ts";
import type { Database } from "./database/database.ts";
import { readerNow } from "./database/queries/limited-reads.ts";
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
 * SQLite runs on the thread that serves everybody, so a statement reads no more rows, or matches of the index, than this: a
 * thousand take a quarter of a millisecond from memory, but twenty times as long from a busy disk.
 */
const WINDOW = 5_000;

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
  for await (const { total, numbers } of windowsOf(
    database.read,
    target,
    query,
    () => found.ids.length < slice.limit,
  )) {
    if (signal?.aborted) break;
    const offset = Math.max(0, slice.offset - found.total);
    const page = numbers.slice(offset, offset + slice.limit - found.ids.length);
    if (page.length > 0) found.ids.push(...(await idsOf(database.read, target, page)));
    found.total += total;
    if (!isCounted && found.total > slice.offset + slice.limit) break;
  }
  return found;
}

/** SQLite only. Newest first, in batches. */
export async function* searchAllIds(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
): AsyncGenerator<string[]> {
  for await (const { numbers } of windowsOf(database.read, target, query, () => true))
    if (numbers.length > 0) yield idsOf(database.read, target, numbers);
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
      array(select id from found order by created_at desc, id desc limit ${sql.lit(limit)} offset ${offset}) as ids`.execute(
    db,
  );
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
    order by created_at desc, id desc limit ${sql.lit(limit + 1)} offset ${offset}`.execute(db);
  return { ids: rows.slice(0, limit).map(({ id }) => id), total: offset + rows.length };
}

/** The matches among some of the rows, the newest first; their numbers if they are wanted. */
type Window = { total: number; numbers: readonly number[] };

async function* windowsOf(
  db: Db,
  target: SearchTarget,
  query: SearchQuery,
  areWanted: () => boolean,
): AsyncGenerator<Window> {
  const { windowAt, matches } = planOf(target, query);
  const yielder = new EventLoopYielder();
  for (let high = Number.MAX_SAFE_INTEGER; ; ) {
    const numbers = areWanted() ? sql`json_group_array(n) filter (where ${matches})` : sql`'[]'`;
    const counted = await sql<{ read: number; lowest: number; total: number; numbers: string }>`
      select count(*) as read, min(n) as lowest, count(*) filter (where ${matches}) as total, ${numbers} as numbers
      from (${windowAt(high)})`.execute(db);
    const { read = 0, lowest = 0, total = 0, numbers: found = "[]" } = counted.rows[0] ?? {};
    if (yielder.isOver) await yielder.next();
    yield { total, numbers: (JSON.parse(found) as number[]).sort((a, b) => b - a) };
    if (read < WINDOW) return;
    high = lowest - 1;
  }
}

async function idsOf(db: Db, { name }: SearchTarget, numbers: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(`${name}_search_rows`)}
    where n in (select value from json_each(${JSON.stringify(numbers)})) order by n desc`.execute(db);
  return rows.map(({ id }) => id);
}

type Plan = {
  /** The newest rows up to this number, by `n`. */
  windowAt: (high: number) => RawBuilder<unknown>;
  matches: RawBuilder<unknown>;
};

/** Uses the index if it can find the text, else scans rows. */
function planOf({ name, digits: column }: SearchTarget, { text, among }: SearchQuery): Plan {
  const folded = foldText(text);
  // A text is found in phone numbers only by its digits.
  const digits = column && searchedDigits(text);
  const rows = sql.table(`${name}_search_rows`);
  const index = sql.table(`${name}_search`);
  const inText = sql`instr(search_text, ${folded}) > 0`;
  const holds = column && digits ? sql`(${inText} or instr(${sql.ref(column)}, ${digits}) > 0)` : inText;
  const filter = andAmong(among);
  const texts = digits ? [folded, digits] : [folded];
  if (texts.some((part) => [...part].length < SHORTEST_INDEXED))
    return {
      windowAt: (high) => sql`select * from ${rows} where n <= ${high} order by n desc limit ${sql.lit(WINDOW)}`,
      matches: sql`${holds} ${filter}`,
    };
  const match = digits ? [...new Set(texts.map(trigramsOf))].join(" OR ") : quoted(folded);
  // The index knows nothing of limits.
  const isIndexEnough = !digits && !Object.values(among).some(Boolean) && readerNow() === undefined;
  return {
    windowAt: (high) => {
      // The index heeds a bound only if it is an integer, and the driver gives numbers of another type.
      const found = sql`select rowid as n from ${index} where ${index} match ${match} and rowid <= cast(${high} as integer)
        order by rowid desc limit ${sql.lit(WINDOW)}`;
      return isIndexEnough ? found : sql`select * from (${found}) cross join ${rows} using (n)`;
    },
    matches: digits ? sql`${holds} ${filter}` : sql`true ${filter}`,
  };
}

/** Rows with all of these may lack the text. The text itself took three times as long, where parts of it are in every number. */
function trigramsOf(text: string): string {
  const letters = [...text];
  const grams: string[] = [];
  for (let end = letters.length; end > 0; end -= SHORTEST_INDEXED) {
    const start = Math.max(0, end - SHORTEST_INDEXED);
    grams.push(quoted(letters.slice(start, start + SHORTEST_INDEXED).join("")));
  }
  return `(${grams.join(" AND ")})`;
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
