import type { Note } from "#people/leads/note.ts";
import { keptRead } from "#platform/server/database/queries/kept-query.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { newRowId } from "#platform/server/ids.ts";
import { touchLead } from "./stage.ts";
import type { NotesTable } from "./table.ts";

type NewNote = {
  leadId: string;
  record: { kind: NotesTable["record_kind"]; id: string };
  text: string;
  author: string | undefined;
  now: Date;
};

export async function writeNote(trx: Db, { leadId, record, text, author, now }: NewNote): Promise<Note> {
  const row: NotesTable = {
    id: newRowId(),
    lead_id: leadId,
    record_kind: record.kind,
    record_id: record.id,
    author: author ?? null,
    text,
    at: now.toISOString(),
  };
  await trx.insertInto("notes").values(row).execute();
  await touchLead(trx, leadId, now);
  return toNote(row);
}

export async function insertNotes(trx: Db, notes: readonly NewNote[]): Promise<void> {
  for (const note of notes) await writeNote(trx, note);
}

export async function moveNotes(trx: Db, recordId: string, leadId: string): Promise<void> {
  await trx.updateTable("notes").set({ lead_id: leadId }).where("record_id", "=", recordId).execute();
}

export async function listNotes(db: Db, leadIds: readonly string[]): Promise<Note[]> {
  if (leadIds.length === 0) return [];
  return (await notesOf(db, { leadIds })).map(toNote);
}

const notesOf = keptRead((db: Db, { leadIds }: { leadIds: readonly string[] }) =>
  db.selectFrom("notes").selectAll().where("lead_id", "in", leadIds).orderBy("at", "desc").orderBy("id"),
);

export async function listNotesOfRecord(db: Db, recordId: string): Promise<Note[]> {
  const rows = await db
    .selectFrom("notes")
    .selectAll()
    .where("record_id", "=", recordId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toNote);
}

function toNote({ id, lead_id, record_kind, record_id, author, text, at }: NotesTable): Note {
  return {
    _id: id,
    leadId: lead_id,
    record: { kind: record_kind, id: record_id },
    ...(author !== null && { author }),
    text,
    at,
  };
}
