import { type Compilable, CompiledQuery, type Kysely } from "kysely";
import { hasRowLocks } from "#platform/server/database/locks.ts";

type Given = Readonly<Record<string, unknown>>;

/** Stands for a value while a query is built. */
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
export function keptQuery<Tables, Values extends Given, Row>(
  build: (db: Kysely<Tables>, rows: readonly Values[]) => Compilable<Row>,
): (db: Kysely<Tables>, rows: readonly Values[]) => Promise<Row[]> {
  const kept = new Map<string, { sql: string; parameters: readonly unknown[] }>();
  return async (db, rows) => {
    const names = Object.keys(rows[0] ?? {});
    const values = rows.flatMap((row) => names.map((name) => row[name]));
    const key = `${hasRowLocks(db)} ${rows.length} ${names.join()}`;
    let query = kept.get(key);
    if (!query) {
      const placesOf = (_: unknown, row: number) =>
        Object.fromEntries(names.map((name, column) => [name, new Place(row * names.length + column)])) as Values;
      query = build(db, rows.map(placesOf)).compile();
      if (values.length <= MAX_VALUES && kept.size < MAX_KEPT) kept.set(key, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.index] : value));
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
  };
}
