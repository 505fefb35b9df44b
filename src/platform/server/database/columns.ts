import { type ValueAt, valueAt } from "#platform/shapes.ts";

/** Maps each column of a table to the path of its value in the object. */
export type Columns<Row> = { readonly [Column in keyof Row & string]: string };

export type Cell<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

export type CellsAt<Paths extends Readonly<Record<string, string>>, Value> = {
  -readonly [Column in keyof Paths]: Cell<ValueAt<Value, Paths[Column]>>;
};

/** Null columns and columns that were not selected are missing in the object. */
export function objectOf(columns: Readonly<Record<string, string>>, row: object): object {
  const make = made.get(columns) ?? makerOf(columns);
  made.set(columns, make);
  return make(row);
}

type Maker = (row: object) => object;

/** One per map, because lists read thousands of rows. */
const made = new WeakMap<object, Maker>();

/** Generated, because a loop that sets a booking's keys makes an object in V8's slow mode. Columns and paths are our own. */
function makerOf(columns: Readonly<Record<string, string>>): Maker {
  const lines = Object.entries(columns).map(([column, path]) => {
    const keys = path.split(".").map((key) => `[${JSON.stringify(key)}]`);
    const last = keys.pop();
    const holder = keys.reduce((outer, key) => `(${outer}${key} ??= {})`, "object");
    return `cell = row[${JSON.stringify(column)}]; if (cell !== null && cell !== undefined) ${holder}${last} = cell;`;
  });
  return new Function("row", `const object = {}; let cell; ${lines.join("\n")} return object;`) as Maker;
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
