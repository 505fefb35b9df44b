import { currentFacts } from "#company/facts/facts.ts";
import { subjectText } from "#operation/audit-log/audit-log.ts";
import { sentenceOf } from "#platform/audit-log.ts";
import { formatInstant } from "#platform/dates.ts";
import { toAuditLogEntry } from "#platform/server/audit-log.ts";
import { CSV_BOM, csvLine } from "#platform/server/csv/csv.ts";
import type { Database } from "#platform/server/database/database.ts";
import { nextTurn } from "#platform/server/event-loop-yield.ts";
import { type HistoryRow, nextEntries, type Wanted } from "./store.ts";

const BATCH = 500;
const HEADINGS = ["Instant", "Time", "Who", "What", "About", "Kind", "Record"];

/**
 * The CSV comes in chunks, so that memory does not grow with the number of entries. Records may be gone, so names are
 * left out.
 */
export async function* exportEntries(database: Database, wanted: Wanted): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(HEADINGS);
  let after: HistoryRow | undefined;
  do {
    const rows = await nextEntries(database.read, wanted, { after, limit: BATCH });
    if (rows.length > 0) yield rows.map(lineOf).join("");
    after = rows.length === BATCH ? rows.at(-1) : undefined;
    await nextTurn();
  } while (after);
}

function lineOf(row: HistoryRow): string {
  return csvLine([
    row.created_at,
    formatInstant(new Date(row.created_at), currentFacts().timeZone),
    row.actor,
    sentenceOf(toAuditLogEntry(row)),
    subjectText(row.subject_kind),
    row.subject_kind,
    row.subject_id,
  ]);
}
