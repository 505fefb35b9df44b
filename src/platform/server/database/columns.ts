import { type ValueAt, valueAt } from "#platform/shapes.ts";

/** Maps each column of a table to the path of its value in the object. */
export type Columns<Row> = { readonly [Column in keyof Row & string]: string };

export type Cell<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

export type CellsAt<Paths extends Readonly<Record<string, string>>, Value> = {
  -readonly [Column in keyof Paths]: Cell<ValueAt<Value, Paths[Column]>>;
};

/** Null columns and columns that were not selected are missing in the object. */
export function objectOf(columns: Readonly<Record<string, string>>, row: object): object {
  return objectMaker(columns)(row);
}

export function rowOf<Row>(columns: Columns<Row>, object: object): Row {
  return rowMaker(columns)(object) as Row;
}

type Make = (from: object) => object;

/** Generated once per map, because a loop that sets a booking's keys makes an object in V8's slow mode. Columns and paths are our own. */
function generated(sourceOf: (columns: [column: string, keys: string[]][]) => string) {
  const made = new WeakMap<object, Make>();
  return (columns: Readonly<Record<string, string>>): Make => {
    const known = made.get(columns);
    if (known) return known;
    const entries = Object.entries(columns).map(([column, path]): [string, string[]] => [
      JSON.stringify(column),
      path.split(".").map((key) => `[${JSON.stringify(key)}]`),
    ]);
    const make = new Function("from", sourceOf(entries)) as Make;
    made.set(columns, make);
    return make;
  };
}

const objectMaker = generated((columns) => {
  const lines = columns.map(([column, keys]) => {
    const holder = keys.slice(0, -1).reduce((outer, key) => `(${outer}${key} ??= {})`, "object");
    return `cell = from[${column}]; if (cell !== null && cell !== undefined) ${holder}${keys.at(-1)} = cell;`;
  });
  return `const object = {}; let cell; ${lines.join("\n")} return object;`;
});

const rowMaker = generated((columns) => {
  const cells = columns.map(([column, keys]) => `${column}: from${keys.join("?.")} ?? null`);
  return `return { ${cells.join(", ")} };`;
});

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
