import { type Compilable, CompiledQuery } from "kysely";
import { hasRowLocks } from "../locks.ts";
import type { Db } from "../tables.ts";

type Given = Readonly<Record<string, unknown>>;

class Place {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** A file's many rows come in statements that are rarely the same twice, and long. */
const MAX_VALUES = 400;
const MAX_KEPT = 50;

/**
 * Keeps the text of a query, because building one for fifty columns takes longer than running it. `build` sees places instead
 * of the values, so it can only pass them on. The text is the same for as many rows with the same columns.
 */
export function keptQuery<Values extends Given, Row>(
  build: (db: Db, rows: readonly Values[]) => Compilable<Row>,
): (db: Db, rows: readonly Values[]) => Promise<Row[]> {
  const run = kept(build);
  return (db, rows) => {
    const names = Object.keys(rows[0] ?? {});
    return run(db, {
      key: [rows.length, ...names],
      values: rows.flatMap((row) => names.map((name) => row[name])),
      places: () =>
        rows.map((_, row) =>
          Object.fromEntries(names.map((name, column) => [name, new Place(row * names.length + column)])),
        ) as unknown as Values[],
    });
  };
}

/** The same for one set of values, such as those of a query that reads. A value may be a list for "in"; `build` does not see those that are undefined. */
export function keptRead<Values extends Given, Row>(
  build: (db: Db, values: Values) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const run = kept(build);
  return (db, given) => {
    const entries = Object.entries(given).filter(([, value]) => value !== undefined);
    const places = () => {
      let index = 0;
      const placeOf = () => new Place(index++);
      return Object.fromEntries(
        entries.map(([name, value]) => [name, Array.isArray(value) ? value.map(placeOf) : placeOf()]),
      ) as unknown as Values;
    };
    return run(db, {
      key: entries.flatMap(([name, value]) => (Array.isArray(value) ? [name, value.length] : [name])),
      values: entries.flatMap(([, value]) => value),
      places,
    });
  };
}

type Key = readonly (string | number)[];

type Question<Places> = { key: Key; values: readonly unknown[]; places: () => Places };

type Kept = { key: Key; isForLocks: boolean; sql: string; parameters: readonly unknown[] };

function kept<Places, Row>(build: (db: Db, places: Places) => Compilable<Row>) {
  // Comparing the names of fifty columns costs less than a text of them, whose hash is computed each time.
  const queries: Kept[] = [];
  return async (db: Db, { key, values, places }: Question<Places>): Promise<Row[]> => {
    const isForLocks = hasRowLocks(db);
    let query = queries.find((known) => known.isForLocks === isForLocks && isSame(known.key, key));
    if (!query) {
      const { sql, parameters } = build(db, places()).compile();
      query = { key, isForLocks, sql, parameters };
      if (values.length <= MAX_VALUES && queries.length < MAX_KEPT) queries.push(query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.index] : value));
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
  };
}

function isSame(one: Key, other: Key): boolean {
  return one.length === other.length && one.every((part, index) => part === other[index]);
}
