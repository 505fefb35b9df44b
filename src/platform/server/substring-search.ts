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
};

export type Slice = { offset: number; limit: number };
export type Found = { ids: string[]; total: number };

/**
 * SQLite runs on the thread that serves everybody, so a statement reads few rows: a thousand take a quarter of a millisecond from memory,
 * but twenty times as long from a busy disk. A scan begins with this many, an index with the most, and what follows reads as many as
 * take AIM_MS, at most twice as many as before.
 */
const WINDOW = 2_500;
const MIN_WINDOW = 500;
const MAX_WINDOW = 20_000;
/** The index is opened anew for each. */
const MIN_INDEX_WINDOW = 10_000;
const AIM_MS = 2;
/** How many trigrams of a long text are checked for their frequency. */
const MAX_GRAMS = 12;
/** This many rare trigrams together match few rows that do not contain the text. */
const RARE_GRAMS = 3;
/** How many rows of a trigram are counted; its frequency is estimated from the range they cover. */
const SAMPLE = 300;
/** Above this share of all rows, a scan in order is faster than the index. */
const COMMON = 0.2;

export async function searchIds(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
  slice: Slice,
): Promise<Found> {
  if (database.engine === "postgres") return searchPostgres(database.read, target, query, slice);
  const found: Found = { ids: [], total: 0 };
  for await (const window of windowsOf(database.read, target, query)) {
    const total = await window.count();
    const offset = Math.max(0, slice.offset - found.total);
    const limit = slice.limit - found.ids.length;
    if (limit > 0 && offset < total) found.ids.push(...(await window.ids({ offset, limit })));
    found.total += total;
  }
  return found;
}

/** Like `searchIds`, but reads no further than the slice. */
export async function searchSlice(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
  slice: Slice,
): Promise<string[]> {
  if (database.engine === "postgres") return walkPostgres(database.read, target, query, slice);
  let { offset, limit } = slice;
  const ids: string[] = [];
  for await (const window of windowsOf(database.read, target, query)) {
    const newer = offset > 0 ? await window.count() : 0;
    if (newer < offset) offset -= newer;
    else {
      const some = await window.ids({ offset, limit });
      ids.push(...some);
      limit -= some.length;
      offset = 0;
    }
    if (limit === 0) break;
  }
  return ids;
}

/** Ends early, with what it has counted, when nobody waits for the answer any more. */
export async function countMatches(
  database: Database,
  target: SearchTarget,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<number> {
  if (database.engine === "postgres") return countPostgres(database.read, target, query);
  let total = 0;
  for await (const window of windowsOf(database.read, target, query)) {
    if (signal.aborted) break;
    total += await window.count();
  }
  return total;
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
async function searchPostgres(
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
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(target.table)} where ${containsText(text, target.digits)} ${andAmong(among)}
    order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

async function countPostgres(db: Db, target: SearchTarget, { text, among }: SearchQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(target.table)}
    where ${containsText(text, target.digits)} ${andAmong(among)}`.execute(db);
  return rows[0]?.total ?? 0;
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
  const { from, share } = await planOf(db, target, query, { first, last });
  const yielder = new EventLoopYielder();
  const isScan = share > COMMON;
  const least = isScan ? MIN_WINDOW : MIN_INDEX_WINDOW;
  let rowsRead = isScan ? WINDOW : MAX_WINDOW;
  for (let high = last; high >= first; ) {
    const size = Math.ceil(rowsRead / Math.max(share, rowsRead / (last - first + 1)));
    const matching = from(Math.max(first, high - size + 1), high);
    const startedAt = performance.now();
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
    const took = performance.now() - startedAt;
    rowsRead = Math.min(MAX_WINDOW, Math.max(least, rowsRead * Math.min(2, AIM_MS / took)));
    high -= size;
    if (yielder.isOver) await yielder.next();
  }
}

type Plan = {
  /** `from … where …` for the matching rows of a window, as `n`. */
  from: (low: number, high: number) => RawBuilder<unknown>;
  share: number;
};

/** Uses the index alone if a part of the text is rare enough, else scans rows. */
async function planOf(
  db: Db,
  { name, digits: column }: SearchTarget,
  { text, among }: SearchQuery,
  bounds: Bounds,
): Promise<Plan> {
  const folded = foldText(text);
  const digits = column && searchedDigits(text);
  const rows = sql.table(`${name}_search_rows`);
  const index = sql.table(`${name}_search`);
  const inText = sql`instr(search_text, ${folded}) > 0`;
  const holds = column && digits ? sql`(${inText} or instr(${sql.ref(column)}, ${digits}) > 0)` : inText;
  const filter = andAmong(among);

  const looks = [await lookUp(db, index, folded, bounds)];
  // A text is found in phone numbers only by its digits.
  if (digits !== undefined && digits !== folded) looks.push(await lookUp(db, index, digits, bounds));
  const share = looks.reduce((sum, look) => sum + look.share, 0);
  if (share > COMMON)
    return {
      share: 1,
      from: (low, high) => sql`from ${rows} where n between ${low} and ${high} and ${holds} ${filter}`,
    };
  const [inAny, inPhone] = looks.map(({ match }) => match);
  const match = inPhone === undefined ? inAny : `(${inAny}) OR ${column} : (${inPhone})`;
  const found = (low: number, high: number) =>
    sql`from (select rowid as n from ${index} where ${index} match ${match} and rowid between ${low} and ${high})`;
  const isExact = looks.every((look) => look.isExact);
  if (isExact && !Object.values(among).some(Boolean)) return { share, from: found };
  const rest = isExact ? filter : sql`and ${holds} ${filter}`;
  return { share, from: (low, high) => sql`${found(low, high)} cross join ${rows} using (n) where true ${rest}` };
}

type Bounds = { first: number; last: number };

type LookUp = {
  match: string;
  isExact: boolean;
  /** The share of rows it may find at most. */
  share: number;
};

/** Where some trigrams are in many rows, a few rare ones stand for the text: more matches, but a faster index query. */
async function lookUp(db: Db, index: RawBuilder<unknown>, text: string, bounds: Bounds): Promise<LookUp> {
  const grams: { gram: string; share: number }[] = [];
  for (const gram of gramsOf(text)) grams.push({ gram, share: await shareOf(db, index, gram, bounds) });
  grams.sort((a, b) => a.share - b.share);
  const share = grams[0]?.share ?? 1;
  const rare = grams.filter((gram) => gram.share <= COMMON).slice(0, RARE_GRAMS);
  const isExact = grams.every((gram) => gram.share <= COMMON);
  return { share, isExact, match: isExact ? quoted(text) : rare.map(({ gram }) => quoted(gram)).join(" AND ") };
}

async function shareOf(db: Db, index: RawBuilder<unknown>, gram: string, { first, last }: Bounds): Promise<number> {
  const sample = await sql<{ hits: number; lowest: number | null }>`
    select count(*) as hits, min(n) as lowest from
      (select rowid as n from ${index} where ${index} match ${quoted(gram)} order by rowid desc limit ${SAMPLE})`.execute(
    db,
  );
  const { hits = 0, lowest } = sample.rows[0] ?? {};
  const reach = hits < SAMPLE ? last - first + 1 : last - (lowest ?? first) + 1;
  return hits / reach;
}

function gramsOf(text: string): string[] {
  const letters = [...text];
  const all = new Set<string>();
  const step = Math.max(1, Math.floor((letters.length - SHORTEST_INDEXED + 1) / MAX_GRAMS));
  for (let start = 0; start + SHORTEST_INDEXED <= letters.length; start += step)
    all.add(letters.slice(start, start + SHORTEST_INDEXED).join(""));
  return [...all];
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
