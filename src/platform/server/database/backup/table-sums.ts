// A sum is the same on both engines, whatever the order of rows and columns.
import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Db } from "../tables.ts";

export type TableSummary = { rows: number; sum: string };

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

const CHUNK_ROWS = 250;
const MODULUS = 2n ** 256n;

/** Hashes of rows are added up, so that neither side has to sort them. The sum finds faults, not forgers. */
export class TableSum {
  #rows = 0;
  #total = 0n;
  #columns: readonly string[] = [];
  #order: readonly number[] = [];

  add(columns: readonly string[], values: readonly unknown[]): void {
    if (this.#rows === 0) {
      this.#columns = columns.toSorted();
      this.#order = this.#columns.map((column) => columns.indexOf(column));
    }
    const row = JSON.stringify(this.#order.map((index) => plainValue(values[index])));
    this.#total = (this.#total + BigInt(`0x${hash("sha256", row)}`)) % MODULUS;
    this.#rows += 1;
  }

  get summary(): TableSummary {
    const whole = JSON.stringify([this.#columns, this.#rows, this.#total.toString(16)]);
    return { rows: this.#rows, sum: hash("sha256", whole) };
  }
}

export async function sumTable(db: Db, table: string): Promise<TableSummary> {
  const sum = new TableSum();
  let columns: string[] | undefined;
  for await (const row of rowsOf(db, table).stream(CHUNK_ROWS)) {
    columns ??= Object.keys(row);
    sum.add(columns, Object.values(row));
  }
  return sum.summary;
}

/** The table has a name only: the backup of another version may hold tables that this one does not declare. */
export function rowsOf(db: Db, table: string) {
  return (db as unknown as AnyDb).selectFrom(table).selectAll();
}

export function plainValue(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: value.toBase64() } : value;
}

export async function readDatabaseSize(db: Db, engine: "sqlite" | "postgres"): Promise<number> {
  const query =
    engine === "postgres"
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await query.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}
