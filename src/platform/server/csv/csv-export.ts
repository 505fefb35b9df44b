import { EventLoopYielder } from "../event-loop-yield.ts";
import { csvLine } from "./csv.ts";

const BLOCK = 500;

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | undefined>>;

/** Lines with their ends, a row each. */
export type CsvFile = { heading: string; blocks: AsyncIterable<readonly string[]> };

/** A block of rows at a time, in the order of their ids, so that other requests run in between. */
export function csvOf<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  read: (after: string, limit: number) => Promise<readonly Row[]>,
): CsvFile {
  return { heading: csvLine(Object.keys(columns)), blocks: blocksOf(columns, read) };
}

async function* blocksOf<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  read: (after: string, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly string[]> {
  const yielder = new EventLoopYielder();
  for (let after = ""; ; ) {
    const rows = await read(after, BLOCK);
    // Of a block that was full, a row may be deleted before it is read.
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row) ?? "")));
    after = rows.at(-1)?.id ?? "";
    if (yielder.isOver) await yielder.next();
  }
}
