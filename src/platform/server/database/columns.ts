import { type ValueAt, valueAt } from "#platform/shapes.ts";

/** Each column of a table with the path at which its value stands in the object. */
export type Columns<Row> = { readonly [Column in keyof Row & string]: string };

/** What a column holds of a value: null where it is missing. */
export type Cell<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** The columns of such a list, each with what stands at its path. */
export type CellsAt<Paths extends Readonly<Record<string, string>>, Value> = {
  -readonly [Column in keyof Paths]: Cell<ValueAt<Value, Paths[Column]>>;
};

/** What is null in the row is missing in the object. Of columns that were not read, nothing is there either. */
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

/** Paths are taken apart once for each list: lists of records read thousands of rows. */
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

/** Every column of the list, null where the object has nothing. */
export function rowOf<Row>(columns: Columns<Row>, object: object): Row {
  const entries = Object.entries<string>(columns).map(([column, path]) => [column, valueAt(object, path) ?? null]);
  return Object.fromEntries(entries) as Row;
}

/** The columns whose values stand under these keys of the object: all of them, null where there is nothing. */
export function columnsOf<Row>(columns: Columns<Row>, object: object): Partial<Row> {
  const entries = Object.entries<string>(columns).flatMap(([column, path]) =>
    Object.hasOwn(object, rootOf(path)) ? [[column, valueAt(object, path) ?? null]] : [],
  );
  return Object.fromEntries(entries) as Partial<Row>;
}

function rootOf(path: string): string {
  return path.split(".", 1)[0] ?? "";
}
