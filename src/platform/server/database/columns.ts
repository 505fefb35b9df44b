import { type ValueAt, valueAt } from "#platform/shapes.ts";

/** Maps each column of a table to the path of its value in the object. */
export type Columns<Row> = { readonly [Column in keyof Row & string]: string };

export type Cell<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

export type CellsAt<Paths extends Readonly<Record<string, string>>, Value> = {
  -readonly [Column in keyof Paths]: Cell<ValueAt<Value, Paths[Column]>>;
};

/** Null columns and columns that were not selected are missing in the object. */
export function objectOf(columns: Readonly<Record<string, string>>, row: object): object {
  const cells = row as Record<string, unknown>;
  const object: Record<string, unknown> = {};
  for (const { column, keys, last } of placesOf(columns)) {
    const value = cells[column];
    if (value === null || value === undefined) continue;
    let holder = object;
    for (const key of keys) {
      holder[key] ??= {};
      holder = holder[key] as Record<string, unknown>;
    }
    holder[last] = value;
  }
  return object;
}

type Place = { column: string; keys: readonly string[]; last: string };

/** Paths are split once per map, because lists read thousands of rows. */
const known = new WeakMap<object, readonly Place[]>();

function placesOf(columns: Readonly<Record<string, string>>): readonly Place[] {
  const places =
    known.get(columns) ??
    Object.entries(columns).map(([column, path]) => {
      const keys = path.split(".");
      return { column, last: keys.pop() ?? "", keys };
    });
  known.set(columns, places);
  return places;
}

export function rowOf<Row>(columns: Columns<Row>, object: object): Row {
  const entries = Object.entries<string>(columns).map(([column, path]) => [column, valueAt(object, path) ?? null]);
  return Object.fromEntries(entries) as Row;
}

/** Only the columns whose values are under keys that the object has; null for values that are missing. */
export function columnsOf<Row>(columns: Columns<Row>, object: object): Partial<Row> {
  const entries = Object.entries<string>(columns).flatMap(([column, path]) =>
    Object.hasOwn(object, rootOf(path)) ? [[column, valueAt(object, path) ?? null]] : [],
  );
  return Object.fromEntries(entries) as Partial<Row>;
}

function rootOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}
