// A file of contacts made into messages. Nobody is mailed about it and no endpoint told.

import * as z from "zod/mini";
import { notesSchema } from "#contact/admin.ts";
import { CONTACT_STATUSES, contactFormSchema, nameSchema, SUBJECTS, type Subject } from "#contact/contact.ts";
import { CONTACT_COLUMNS, type ContactColumn, REQUIRED_CONTACT_COLUMNS } from "#contact/csv.ts";
import type { ImportReport } from "#platform/csv-import.ts";
import { parseInstant } from "#platform/dates.ts";
import {
  type Cells,
  type Drafted,
  type ImportRequest,
  type Refuse,
  readImport,
  requireNoProblems,
} from "#platform/server/csv/csv-import.ts";
import type { Database } from "#platform/server/database/database.ts";
import { lockNames } from "#platform/server/database/locks.ts";
import { type HistoryTables, writeHistoryLines } from "#platform/server/history.ts";
import { newId } from "#platform/server/ids.ts";
import { inPieces } from "#platform/server/pieces.ts";
import { Turns } from "#platform/server/turns.ts";
import { lineSchema } from "#platform/text.ts";
import { timeZone } from "#site";
import { findKnownMessages, insertContactRows, newContactRow } from "./store.ts";
import type { ContactMessagesTable, ContactTables } from "./table.ts";

type Db = Parameters<typeof findKnownMessages>[0];

/** So many at a time: on SQLite everybody waits for as long as these take. */
const MADE_TOGETHER = 20;
const LOOKED_UP_TOGETHER = 100;
/** Names are as somebody else took them: mail to visitors leaves out what our form would refuse. */
const importedMessageSchema = z.extend(contactFormSchema, { name: nameSchema(lineSchema) });

/**
 * Makes nothing unless every line is right. What then breaks off in the middle is made whole by the same file once more.
 * Throws invalid_input with the report.
 */
export async function importMessages(
  database: Database<ContactTables & HistoryTables>,
  { file, isCheck, actor, now }: ImportRequest,
): Promise<ImportReport> {
  const { drafts, ...read } = await readImport(file, {
    columns: CONTACT_COLUMNS,
    required: REQUIRED_CONTACT_COLUMNS,
    read: (cell, refuse) => readMessage(cell, refuse, now),
  });
  const { fresh, skipped } = await planImport(database.read, drafts);
  const report: ImportReport = { ...read, made: fresh.length, skipped };
  if (isCheck) return report;
  requireNoProblems(report);
  const line = { actor, action: "imported" as const, now };
  const turns = new Turns();
  let made = 0;
  for (const piece of inPieces(fresh, MADE_TOGETHER)) {
    made += await database.transaction(async (trx) => {
      await lockNames(trx, ["contact import"]);
      const known = await findKnownMessages(
        trx,
        piece.map(({ email_key }) => email_key),
      );
      const rows = piece.filter((row) => !known.has(keyOf(row)));
      await insertContactRows(trx, rows);
      await writeHistoryLines(
        trx,
        rows.map(({ id }) => ({ ...line, subject: { kind: "contact", id } })),
      );
      return rows.length;
    });
    await turns.next();
  }
  return { ...report, made };
}

function readMessage(
  cell: Cells<ContactColumn>,
  refuse: Refuse<ContactColumn>,
  now: Date,
): ContactMessagesTable | undefined {
  const subject = subjectOf(cell("Subject"));
  if (!subject) refuse("Subject", `Please write one of: ${Object.values(SUBJECTS).join(", ")}`);
  const status = statusOf(cell("Status"));
  if (!status) refuse("Status", `Please write one of: ${CONTACT_STATUSES.join(", ")}`);
  const createdAt = cell("Created at") === "" ? now : parseInstant(cell("Created at"), timeZone);
  if (!createdAt) refuse("Created at", "Please write it like 2026-11-20T15:00:00Z or 2026-11-20");
  else if (createdAt > now) refuse("Created at", "This is still to come");
  const notes = notesSchema.safeParse(cell("Notes"));
  if (!notes.success) refuse("Notes", notes.error.issues[0]?.message ?? "Not valid");
  const parsed = importedMessageSchema.safeParse({
    name: cell("Name"),
    email: cell("Email"),
    phone: cell("Phone"),
    message: cell("Message"),
    subject,
  });
  for (const { path, message } of parsed.error?.issues ?? [])
    refuse(COLUMN_OF_FIELD[String(path[0])] ?? "Name", message);
  if (!parsed.success || !createdAt || !status) return undefined;
  const row = newContactRow({ id: newId(), message: parsed.data, now: createdAt });
  return {
    ...row,
    status,
    // In these lists New means that nobody has opened it.
    read_at: status === "New" ? null : now.toISOString(),
    notes: notes.data || null,
    // Nobody knows who of them was answered elsewhere.
    waiting_since: null,
    updated_at: now.toISOString(),
  };
}

const COLUMN_OF_FIELD: Record<string, ContactColumn> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  subject: "Subject",
  message: "Message",
};

/** Leaves out where the same person has written the same words already. */
async function planImport(db: Db, drafts: readonly Drafted<ContactMessagesTable>[]) {
  const lines = new Map<string, number>();
  const fresh: ContactMessagesTable[] = [];
  const skipped: ImportReport["skipped"] = [];
  const turns = new Turns();
  for (const piece of inPieces(drafts, LOOKED_UP_TOGETHER)) {
    await turns.next();
    const known = await findKnownMessages(
      db,
      piece.map(({ draft }) => draft.email_key),
    );
    for (const { line, draft } of piece) {
      const key = keyOf(draft);
      const earlier = lines.get(key);
      if (known.has(key)) skipped.push({ line, reason: "This message of this person is there" });
      else if (earlier !== undefined) skipped.push({ line, reason: `The same message as in line ${earlier}` });
      else fresh.push(draft);
      lines.set(key, earlier ?? line);
    }
  }
  return { fresh, skipped };
}

function keyOf({ email_key, message }: Pick<ContactMessagesTable, "email_key" | "message">): string {
  return `${email_key} ${message}`;
}

function subjectOf(text: string): Subject | undefined {
  if (text === "") return "general";
  const wanted = text.toLowerCase();
  const subjects = Object.keys(SUBJECTS) as Subject[];
  return subjects.find((subject) => subject === wanted || SUBJECTS[subject].toLowerCase() === wanted);
}

function statusOf(text: string) {
  if (text === "") return "New";
  return CONTACT_STATUSES.find((status) => status.toLowerCase() === text.toLowerCase());
}
