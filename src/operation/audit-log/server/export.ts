import { findExportedRows } from "#accounts/exports/server/store.ts";
import { currentFacts } from "#company/facts/facts.ts";
import { subjectText } from "#operation/audit-log/audit-log.ts";
import { sentenceOf } from "#platform/audit-log.ts";
import { formatInstant } from "#platform/dates.ts";
import { toAuditLogEntry } from "#platform/server/audit-log.ts";
import { csvLine } from "#platform/server/csv/csv.ts";
import type { CsvFile } from "#platform/server/csv/csv-export.ts";
import type { Database } from "#platform/server/database/database.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import { type HistoryRow, nextEntries, type Wanted } from "./store.ts";

const BATCH = 500;
const HEADINGS = ["Instant", "Time", "Who", "What", "About", "Kind", "Record"];

/**
 * The CSV comes in chunks, so that memory does not grow with the number of entries. Records may be gone, so names are
 * left out.
 */
export function exportEntries(database: Database, wanted: Wanted): CsvFile {
  return { heading: csvLine(HEADINGS), blocks: blocksOf(database, wanted) };
}

async function* blocksOf(database: Database, wanted: Wanted): AsyncGenerator<readonly string[]> {
  let after: HistoryRow | undefined;
  do {
    const rows = await nextEntries(database.read, wanted, { after, limit: BATCH });
    const exported = await findExportedRows(
      database.read,
      rows.map(({ id }) => id),
    );
    if (rows.length > 0) yield rows.map((row) => lineOf(row, exported.get(row.id)));
    after = rows.length === BATCH ? rows.at(-1) : undefined;
    await nextTurn();
  } while (after);
}

function lineOf(row: HistoryRow, rows: number | undefined): string {
  return csvLine([
    row.created_at,
    formatInstant(new Date(row.created_at), currentFacts().timeZone),
    row.actor,
    sentenceOf(toAuditLogEntry(row, rows)),
    subjectText(row.subject_kind),
    row.subject_kind,
    row.subject_id,
  ]);
}
