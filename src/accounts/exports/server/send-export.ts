import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#platform/errors.ts";
import { CSV_BOM } from "#platform/server/csv/csv.ts";
import type { CsvFile } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";
import { readingOn } from "#platform/server/database/queries/limited-reads.ts";
import type { Caller } from "#platform/server/http/access.ts";
import { countRows, type Export, exportOf, takerOf } from "./count-rows.ts";
import { filterText } from "./filter-text.ts";

const STREAM = { objectMode: false, highWaterMark: 64 * 1024 };
const CHECK_EVERY_MS = 500;

type Call = { request: FastifyRequest; reply: FastifyReply; caller: Caller; by: { now: Date } };

type Sent = {
  database: Database;
  call: Call;
  /** As the audit log names the whole list. */
  kind: string;
  /** Which part of it: a query, or how its route says it. */
  filter: object | string;
  fileName: string;
};

/** The audit log has the export before its first line is sent, and counts each block before it leaves. */
export async function sendExport(
  { database, call, kind, filter, fileName }: Sent,
  { heading, blocks }: CsvFile,
): Promise<FastifyReply> {
  const { request, reply, caller, by } = call;
  const said = typeof filter === "string" ? filter : filteredBy(kind, filter);
  const leaving = exportOf({ taker: takerOf(caller), subject: { kind, id: "export" }, filter: said, now: by.now });
  await database.transaction((trx) => countRows(trx, leaving, { rows: 0 }));
  request.isCounted = true;
  const body = Readable.from(readingOn(counted({ database, leaving }, CSV_BOM + heading, blocks)), STREAM);
  endWithAccess(body, request);
  return reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(body);
}

/** For a route that answers a file itself. */
export async function recordExport(
  { database, call: { request, caller, by } }: Pick<Sent, "database" | "call">,
  { rows, ...what }: Pick<Export, "subject" | "filter"> & { rows: number },
): Promise<void> {
  const leaving = exportOf({ taker: takerOf(caller), ...what, now: by.now });
  await database.transaction((trx) => countRows(trx, leaving, { rows }));
  request.isCounted = true;
}

async function* counted(
  { database, leaving }: { database: Database; leaving: Export },
  heading: string,
  blocks: CsvFile["blocks"],
): AsyncGenerator<string> {
  yield heading;
  let counted = 0;
  for await (const lines of blocks) {
    const block = { rows: lines.length, counted };
    await database.transaction((trx) => countRows(trx, leaving, block));
    counted += lines.length;
    yield lines.join("");
  }
}

/** Also while the reader is slow and no block is read. */
function endWithAccess(body: Readable, request: FastifyRequest): void {
  const check = async () => {
    try {
      await request.server.judgeAgain(request);
    } catch (error) {
      // An unreachable database says nothing about the caller.
      if (error instanceof AppError) body.destroy(error);
    }
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  body.once("close", () => clearInterval(timer));
}

/** "filtered by stage=New, search", or "all leads". */
function filteredBy(kind: string, filter: object): string {
  const text = filterText(filter);
  return text ? `filtered by ${text}` : `all ${kind}`;
}
