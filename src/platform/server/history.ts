import { type Generated, type Kysely, type Selectable, sql } from "kysely";
import type { HistoryAction, HistoryLine, TracelessLine } from "#platform/history.ts";
import { inPieces } from "./pieces.ts";

/** Only ever added to: the database refuses to change or delete a line. */
export type HistoryTables = {
  history: {
    id: Generated<number>;
    subject_kind: string;
    subject_id: string;
    actor: string;
    action: HistoryAction;
    /** JSON of { from, to }. */
    detail: string | null;
    created_at: string;
  };
};

/** What a line is about: one record, such as { kind: "booking", id }. */
export type HistorySubject = { kind: string; id: string };

export type NewHistoryLine = {
  subject: HistorySubject;
  actor: string;
  action: HistoryAction;
  from?: string | undefined;
  to?: string | undefined;
  now: Date;
};

const MOST_LINES = 200;
const LINES_AT_ONCE = 250;

export async function writeHistory(trx: Kysely<HistoryTables>, line: NewHistoryLine): Promise<void> {
  await trx.insertInto("history").values(toRow(line)).execute();
}

/** Many at once, such as those of an import. */
export async function writeHistoryLines(trx: Kysely<HistoryTables>, lines: readonly NewHistoryLine[]): Promise<void> {
  for (const some of inPieces(lines, LINES_AT_ONCE)) await trx.insertInto("history").values(some.map(toRow)).execute();
}

/** The times since an instant at which this actor did this to a record, oldest first. */
export async function timesOf(
  db: Kysely<HistoryTables>,
  { subject, actor, action }: { subject: HistorySubject; actor: string; action: HistoryAction },
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .selectFrom("history")
    .select("created_at")
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .where("actor", "=", actor)
    .where("action", "=", action)
    .where("created_at", ">", since.toISOString())
    .orderBy("id")
    .execute();
  return rows.map(({ created_at }) => new Date(created_at));
}

/** Newest first. */
export async function listHistory(db: Kysely<HistoryTables>, subject: HistorySubject): Promise<HistoryLine[]> {
  const rows = await db
    .selectFrom("history")
    .selectAll()
    .where("subject_kind", "=", subject.kind)
    .where("subject_id", "=", subject.id)
    .orderBy("id", "desc")
    .limit(MOST_LINES)
    .execute();
  return rows.map(toLine);
}

/** Exports and deletions, newest first: what leaves no record under whose details it could be read. */
export async function listTraceless(db: Kysely<HistoryTables>, limit: number): Promise<TracelessLine[]> {
  const rows = await db
    .selectFrom("history")
    .selectAll()
    // Written out, not bound: SQLite uses a partial index only where its condition stands in the query's text.
    .where(sql<boolean>`action in ('exported', 'deleted')`)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toLine(row), subject: row.subject_kind }));
}

function toLine({ created_at, actor, action, detail }: Selectable<HistoryTables["history"]>): HistoryLine {
  return { at: created_at, actor, action, ...(detail !== null && JSON.parse(detail)) };
}

function toRow({ subject, actor, action, from, to, now }: NewHistoryLine) {
  return {
    subject_kind: subject.kind,
    subject_id: subject.id,
    actor,
    action,
    detail: from === undefined && to === undefined ? null : JSON.stringify({ from, to }),
    created_at: now.toISOString(),
  };
}
