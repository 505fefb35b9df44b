import { setImmediate } from "node:timers/promises";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { foldText, searchedDigits } from "#platform/search.ts";
import type { Database } from "./database/database.ts";

/**
 * A table whose rows are found by any part of their text. PostgreSQL keeps a trigram index on the table itself. SQLite
 * keeps one (FTS5) over a narrow copy of the searched and filtered columns, `name_search_rows`, numbered as rows came in.
 */
export type SearchTarget = {
  table: string;
  /** What the index is called: `name_search`. */
  name: string;
  /** Whether the table has phone_digits beside search_text. */
  hasPhone: boolean;
};

export type SearchQuery = {
  text: string;
  /** Column → the values of which a row must have one. */
  among: Record<string, readonly string[] | undefined>;
};

export type Slice = { offset: number; limit: number };
export type Found = { ids: string[]; total: number };

/** SQLite answers on the thread that serves everybody: no single statement looks at more rows than this. */
const WINDOW = 40_000;
const LONGEST_TURN_MS = 8;
/** The trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3;

/** The ids of one slice of what matches, newest first, and how many match in all. */
export async function searchIds<Tables>(
  database: Database<Tables>,
  target: SearchTarget,
  query: SearchQuery,
  slice: Slice,
): Promise<Found> {
  if (database.engine === "postgres") return searchPostgres(database.read, target, query, slice);
  const found: Found = { ids: [], total: 0 };
  for await (const window of windowsOf(database.read, target, query)) {
    const count = await window.count();
    const offset = Math.max(0, slice.offset - found.total);
    const missing = slice.limit - found.ids.length;
    if (missing > 0 && offset < count) found.ids.push(...(await window.ids({ offset, limit: missing })));
    found.total += count;
  }
  return found;
}

/** SQLite only: the ids of everything that matches, newest first, a batch at a time. */
export async function* searchAllIds<Tables>(
  database: Database<Tables>,
  target: SearchTarget,
  query: SearchQuery,
): AsyncGenerator<string[]> {
  for await (const window of windowsOf(database.read, target, query)) {
    const ids = await window.ids({ offset: 0, limit: WINDOW });
    if (ids.length > 0) yield ids;
  }
}

/** The condition by which PostgreSQL finds a text in a row of the table. */
export function holdsText(target: SearchTarget, text: string): RawBuilder<boolean> {
  const digits = target.hasPhone ? searchedDigits(text) : undefined;
  const inText = sql<boolean>`search_text like ${likePattern(foldText(text))} escape '\\'`;
  return digits === undefined ? inText : sql<boolean>`(${inText} or phone_digits like ${likePattern(digits)})`;
}

// Found first and sorted after: with order and limit in the same query the planner would walk the whole key instead.
async function searchPostgres<Tables>(
  db: Kysely<Tables>,
  target: SearchTarget,
  { text, among }: SearchQuery,
  { offset, limit }: Slice,
): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (
      select id, created_at from ${sql.table(target.table)} where ${holdsText(target, text)} ${andAmong(among)})
    select (select count(*) from found) as total,
      array(select id from found order by created_at desc, id desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}

type Window = { count(): Promise<number>; ids(slice: Slice): Promise<string[]> };

async function* windowsOf<Tables>(
  db: Kysely<Tables>,
  target: SearchTarget,
  query: SearchQuery,
): AsyncGenerator<Window> {
  const rows = sql.table(`${target.name}_search_rows`);
  const matches = matchesIn(target, query);
  const { rows: bounds } = await sql<{ first: number | null; last: number | null }>`
    select (select min(n) from ${rows}) as first, (select max(n) from ${rows}) as last`.execute(db);
  const { first, last } = bounds[0] ?? {};
  if (first === null || last === null || first === undefined || last === undefined) return;
  let turn = performance.now();
  for (let high = last; high >= first; high -= WINDOW) {
    const from = matches(Math.max(first, high - WINDOW + 1), high);
    yield {
      count: async () => {
        const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
        return counted.rows[0]?.count ?? 0;
      },
      ids: async ({ offset, limit }) => {
        const page = sql`order by n desc limit ${limit} offset ${offset}`;
        const found = await sql<{ id: string }>`select id ${from} ${page}`.execute(db);
        return found.rows.map(({ id }) => id);
      },
    };
    if (performance.now() - turn < LONGEST_TURN_MS) continue;
    await setImmediate();
    turn = performance.now();
  }
}

/** `from … where …` for the rows of a window that match. */
function matchesIn({ name, hasPhone }: SearchTarget, { text, among }: SearchQuery) {
  const folded = foldText(text);
  const digits = hasPhone ? searchedDigits(text) : undefined;
  const rows = sql.table(`${name}_search_rows`);
  const isIndexed = isLongEnough(folded) && (digits === undefined || isLongEnough(digits));
  if (!isIndexed) {
    const inText = sql`instr(search_text, ${folded}) > 0`;
    const holds = digits === undefined ? inText : sql`(${inText} or instr(phone_digits, ${digits}) > 0)`;
    return (low: number, high: number) =>
      sql`from ${rows} where n between ${low} and ${high} and ${holds} ${andAmong(among)}`;
  }
  const index = sql.table(`${name}_search`);
  const phrase = `search_text : ${quoted(folded)}${digits === undefined ? "" : ` OR phone_digits : ${quoted(digits)}`}`;
  return (low: number, high: number) =>
    sql`from ${index} as found cross join ${rows} as r on r.n = found.rowid
      where found.${sql.ref(`${name}_search`)} match ${phrase} and found.rowid between ${low} and ${high} ${andAmong(among)}`;
}

function andAmong(among: SearchQuery["among"]): RawBuilder<unknown> {
  const conditions = Object.entries(among).flatMap(([column, values]) =>
    values ? [sql`and ${sql.ref(column)} in (${sql.join([...values])})`] : [],
  );
  return sql.join(conditions, sql` `);
}

function isLongEnough(text: string): boolean {
  return [...text].length >= SHORTEST_INDEXED;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
