import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { writeAuditLogEntry } from "../audit-log.ts";
import type { Database } from "../database/database.ts";
import { readingOn } from "../database/queries/limited-reads.ts";
import { EventLoopYielder } from "../event-loop-yield.ts";
import { CSV_BOM, csvLine } from "./csv.ts";

const STREAM = { objectMode: false, highWaterMark: 64 * 1024 };
const BLOCK = 500;

export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => string | undefined>>;

/** A block of rows at a time, in the order of their ids, so that other requests run in between. */
export async function* csvOf<Row extends { id: string }>(
  columns: CsvColumns<Row>,
  read: (after: string, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(Object.keys(columns));
  const yielder = new EventLoopYielder();
  for (let after = ""; ; ) {
    const rows = await read(after, BLOCK);
    // Of a block that was full, a row may be deleted before it is read.
    if (rows.length === 0) return;
    yield rows.map((row) => csvLine(Object.values(columns).map((cell) => cell(row) ?? ""))).join("");
    after = rows.at(-1)?.id ?? "";
    if (yielder.isOver) await yielder.next();
  }
}

type Export = {
  database: Database;
  reply: FastifyReply;
  by: { actor: string; now: Date };
  /** As the audit log names the whole list. */
  kind: string;
  /** Which part of it. */
  to: string;
  fileName: string;
};

/** The audit log has the export before its first line is sent. */
export async function sendExport(
  { database, reply, by, kind, to, fileName }: Export,
  lines: AsyncIterable<string>,
): Promise<FastifyReply> {
  const line = { subject: { kind, id: "export" }, ...by, action: "exported", to } as const;
  await database.transaction((trx) => writeAuditLogEntry(trx, line));
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(Readable.from(readingOn(lines), STREAM));
}

/** "filtered by stage", or "all leads". */
export function exportedText(what: string, filter: object): string {
  const names = Object.entries(filter).flatMap(([name, value]) => (value ? [name] : []));
  return names.length > 0 ? `filtered by ${names.join(", ")}` : `all ${what}`;
}
