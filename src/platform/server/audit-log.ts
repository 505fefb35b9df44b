import { type Generated, type Insertable, type Selectable, sql } from "kysely";
import type { AuditLogAction, AuditLogEntry, OrphanEntry } from "#platform/audit-log.ts";
import { chunksOf } from "./chunks.ts";
import type { Database } from "./database/database.ts";
import { keptQuery, keptRead } from "./database/queries/kept-query.ts";
import type { Db, Tables } from "./database/tables.ts";

/** The table is append-only: the database refuses updates and deletes. */
declare module "./database/tables.ts" {
  interface Tables {
    history: {
      id: Generated<number>;
      subject_kind: string;
      subject_id: string;
      actor: string;
      action: AuditLogAction;
      detail: string | null;
      created_at: string;
    };
  }
}

export type AuditLogSubject = { kind: string; id: string };

export type NewAuditLogEntry = {
  subject: AuditLogSubject;
  actor: string;
  action: AuditLogAction;
  from?: string | undefined;
  to?: string | undefined;
  now: Date;
};

const MAX_ENTRIES = 200;
const MAX_KNOWN_VIEWS = 1_000;
const CHUNK_ENTRIES = 250;

export async function writeAuditLogEntry(trx: Db, line: NewAuditLogEntry): Promise<void> {
  await insertEntries(trx, [toRow(line)]);
}

/** Answers its id. */
export async function insertAuditLogEntry(trx: Db, line: NewAuditLogEntry): Promise<number> {
  const { id } = await trx.insertInto("history").values(toRow(line)).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function writeAuditLogEntries(trx: Db, lines: readonly NewAuditLogEntry[]): Promise<void> {
  for (const some of chunksOf(lines, CHUNK_ENTRIES)) await insertEntries(trx, some.map(toRow));
}

const insertEntries = keptQuery((trx: Db, rows: readonly Insertable<Tables["history"]>[]) =>
  trx.insertInto("history").values(rows),
);

export async function timesOf(
  db: Db,
  { subject, actor, action }: { subject: AuditLogSubject; actor: string; action: AuditLogAction },
  since: Date,
): Promise<Date[]> {
  const rows = await actsOf(db, { ...subject, actor, action, since: since.toISOString() });
  return rows.map(({ created_at }) => new Date(created_at));
}

type Act = AuditLogSubject & { actor: string; action: AuditLogAction; since: string };

const actsOf = keptRead((db: Db, { kind, id, actor, action, since }: Act) =>
  db
    .selectFrom("history")
    .select("created_at")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .where("actor", "=", actor)
    .where("action", "=", action)
    .where("created_at", ">", since)
    .orderBy("id"),
);

const REPEAT_WINDOW_MS = 60 * 60 * 1000;

export async function writeOncePerHour(trx: Db, line: NewAuditLogEntry): Promise<void> {
  const known = await timesOf(trx, line, new Date(line.now.getTime() - REPEAT_WINDOW_MS));
  if (known.length === 0) await writeAuditLogEntry(trx, line);
}

type View = { subject: AuditLogSubject; actor: string; now: Date };

/** Once per hour. Most views are repeats, and need no transaction; those that this process knows of need no question. */
export async function recordView(database: Database, view: View): Promise<void> {
  const { subject, actor, now } = view;
  const since = new Date(now.getTime() - REPEAT_WINDOW_MS);
  const known = KNOWN_VIEWS.get(database) ?? new Map<string, Date>();
  KNOWN_VIEWS.set(database, known);
  const key = JSON.stringify([subject.kind, subject.id, actor]);
  if ((known.get(key) ?? since) > since) return;
  const line = { ...view, action: "viewed" } as const;
  const [recorded] = await timesOf(database.read, line, since);
  if (!recorded) await database.transaction((trx) => writeOncePerHour(trx, line));
  known.delete(key);
  known.set(key, recorded ?? now);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN_VIEWS && oldest !== undefined) known.delete(oldest);
}

// Nobody can delete from the log. The key is the database, because tests use several in one process.
const KNOWN_VIEWS = new WeakMap<Database, Map<string, Date>>();

export async function listAuditLog(db: Db, subject: AuditLogSubject): Promise<AuditLogEntry[]> {
  return (await entriesOf(db, subject)).map((row) => toAuditLogEntry(row));
}

const entriesOf = keptRead((db: Db, { kind, id }: AuditLogSubject) =>
  db
    .selectFrom("history")
    .selectAll()
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .limit(MAX_ENTRIES),
);

export async function listOrphanEntries(db: Db, limit: number): Promise<OrphanEntry[]> {
  const rows = await db
    .selectFrom("history")
    .selectAll()
    // A literal, not a parameter: SQLite uses a partial index only if the query text contains its condition.
    .where(sql<boolean>`action in ('exported', 'deleted')`)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...toAuditLogEntry(row), subject: row.subject_kind }));
}

export function toAuditLogEntry(
  { created_at, actor, action, detail }: Selectable<Tables["history"]>,
  rows?: number,
): AuditLogEntry {
  const counted = rows !== undefined && { rows };
  return { at: created_at, actor, action, ...(detail !== null && JSON.parse(detail)), ...counted };
}

function toRow({ subject, actor, action, from, to, now }: NewAuditLogEntry) {
  return {
    subject_kind: subject.kind,
    subject_id: subject.id,
    actor,
    action,
    detail: from === undefined && to === undefined ? null : JSON.stringify({ from, to }),
    created_at: now.toISOString(),
  };
}
