// The only SQL for the contact messages.

import { type Kysely, sql } from "kysely";
import type { AdminContact, ContactFilter, ContactStats } from "#contact/admin.ts";
import { type ContactStatus, type NewContactMessage, SUBJECTS } from "#contact/contact.ts";
import type { Touch, VisitSource } from "#leads/visit-source.ts";
import { emailKey } from "#platform/email.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { searchableText } from "#platform/search.ts";
import type { Database } from "#platform/server/database/database.ts";
import { inPieces } from "#platform/server/pieces.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import { type SearchTarget, type Slice, searchIds } from "#platform/server/substring-search.ts";
import {
  fromVisitSourceColumns,
  type LeadColumns,
  newLeadColumns,
  sourceColumns,
  toLead,
  toVisitSourceColumns,
  visitOf,
} from "./lead-rows.ts";
import type { ContactMessagesTable, ContactTables } from "./table.ts";

export type { ContactMessagesTable, ContactTables } from "./table.ts";

type Db = Kysely<ContactTables>;

const SEARCH: SearchTarget = { table: "contact_messages", name: "contact", hasPhone: false };

type ContactToInsert = { id: string; message: NewContactMessage; now: Date };

export async function insertContactMessage(db: Db, toInsert: ContactToInsert): Promise<void> {
  await db.insertInto("contact_messages").values(newContactRow(toInsert)).execute();
}

const ROWS_AT_ONCE = 100;
const KEYS_AT_ONCE = 1_000;

export async function insertContactRows(trx: Db, rows: readonly ContactMessagesTable[]): Promise<void> {
  for (const some of inPieces(rows, ROWS_AT_ONCE)) await trx.insertInto("contact_messages").values(some).execute();
}

/** What these people have written, as "email_key message". */
export async function findKnownMessages(db: Db, emailKeys: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of inPieces([...new Set(emailKeys)], KEYS_AT_ONCE)) {
    const rows = await db
      .selectFrom("contact_messages")
      .select(["email_key", "message"])
      .where("email_key", "in", some)
      .execute();
    for (const { email_key, message } of rows) known.add(`${email_key} ${message}`);
  }
  return known;
}

export async function findContactMessage(db: Db, id: string): Promise<ContactMessagesTable | undefined> {
  return db.selectFrom("contact_messages").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Every message of one person, known by e-mail address. */
export async function findContactMessagesOf(db: Db, email: string): Promise<ContactMessagesTable[]> {
  return db.selectFrom("contact_messages").selectAll().where("email_key", "=", emailKey(email)).orderBy("id").execute();
}

/** Some of those that were sent before an instant. */
export async function findOldContactMessages(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("contact_messages")
    .select("id")
    .where("created_at", "<", before.toISOString())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Writes a change of a message that was read in the same transaction. Returns it as it is now. */
export async function updateContactMessage(
  db: Db,
  message: ContactMessagesTable,
  change: Partial<Pick<ContactMessagesTable, keyof LeadColumns | "status" | "notes" | "read_at" | "updated_at">>,
): Promise<ContactMessagesTable> {
  return db
    .updateTable("contact_messages")
    .set({ ...change, version: message.version + 1 })
    .where("id", "=", message.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteContactMessageRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("contact_messages").where("id", "=", id).execute();
}

/** One page of what matches, newest first. */
export async function listContactMessages(
  database: Database<ContactTables>,
  filter: ContactFilter,
  { page, limit }: PageRequest,
): Promise<{ rows: ContactMessagesTable[]; total: number }> {
  const slice = { offset: (page - 1) * limit, limit };
  if (filter.search) {
    const among = { status: filter.status && [filter.status] };
    const { ids, total } = await searchIds(database, SEARCH, { text: filter.search, among }, slice);
    return { rows: await findByIds(database.read, ids), total };
  }
  const stats = await countContactMessages(database.read);
  const total = filter.status ? stats[STATS_KEYS[filter.status]] : stats.total;
  const rows = slice.offset < total ? await newest(database.read, filter.status, slice) : [];
  return { rows, total };
}

export async function countContactMessages(db: Db): Promise<Omit<ContactStats, "success">> {
  const rows = await db
    .selectFrom("contact_counts")
    .select(["status", (select) => select.fn.sum<number>("count").as("count")])
    .groupBy("status")
    .execute();
  const of = (status: ContactStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const [fresh, inProgress, resolved] = [of("New"), of("In Progress"), of("Resolved")];
  return { total: fresh + inProgress + resolved, new: fresh, inProgress, resolved };
}

/** Messages sent from one instant up to another: one of the two visits of each. */
export async function listSources(
  db: Db,
  { touch, from, to }: { touch: Touch; from: Date; to: Date },
): Promise<VisitSource[]> {
  const rows = await db
    .selectFrom("contact_messages")
    .select(sourceColumns(touch))
    .where("created_at", ">=", from.toISOString())
    .where("created_at", "<", to.toISOString())
    .execute();
  return rows.map((row) => visitOf(row, touch));
}

/** Messages sent from one instant up to another, by business minutes to their first contact; null where there was none yet. */
export async function countFirstContacts(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ minutes: number | null; count: number }[]> {
  return db
    .selectFrom("contact_messages")
    .select((select) => ["first_contact_minutes as minutes", select.fn.countAll<number>().as("count")])
    .where("waiting_since", ">=", from.toISOString())
    .where("waiting_since", "<", to.toISOString())
    .groupBy("first_contact_minutes")
    .execute();
}

export function toAdminContact(row: ContactMessagesTable): AdminContact {
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    ...(row.phone !== null && { phone: row.phone }),
    subject: row.subject,
    message: row.message,
    status: row.status,
    ...(row.notes !== null && { notes: row.notes }),
    read: row.read_at !== null,
    source: fromVisitSourceColumns(row),
    ...toLead(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function newContactRow({ id, message, now }: ContactToInsert): ContactMessagesTable {
  const at = now.toISOString();
  const { name, email, phone, subject } = message;
  return {
    id,
    name,
    email,
    email_key: emailKey(email),
    phone: phone || null,
    subject,
    message: message.message,
    status: "New",
    read_at: null,
    notes: null,
    search_text: searchableText(name, ...searchedEmail(email), subject, SUBJECTS[subject], message.message),
    version: 1,
    created_at: at,
    updated_at: at,
    ...newLeadColumns(now),
    ...toVisitSourceColumns(message.source),
  };
}

const STATS_KEYS = { New: "new", "In Progress": "inProgress", Resolved: "resolved" } as const;

async function newest(db: Db, status: ContactStatus | undefined, { offset, limit }: Slice) {
  let ids = db
    .selectFrom("contact_messages")
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  // An expression instead of the bare column keeps the planner on the index of the newest, which needs no sorting.
  if (status) ids = ids.where(sql`status || ''`, "=", status);
  const found = await ids.execute();
  return findByIds(
    db,
    found.map(({ id }) => id),
  );
}

async function findByIds(db: Db, ids: readonly string[]): Promise<ContactMessagesTable[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("contact_messages").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
