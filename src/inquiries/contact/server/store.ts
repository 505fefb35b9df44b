import { sql } from "kysely";
import type { ContactFilter, ContactStats } from "#inquiries/contact/admin.ts";
import {
  type ContactCorrection,
  type ContactMessage,
  type ContactStatus,
  UNRESOLVED_STATUSES,
} from "#inquiries/contact/contact.ts";
import { emailKey } from "#platform/email.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { columnsOf } from "#platform/server/database/columns.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { type SearchTarget, type Slice, searchIds } from "#platform/server/substring-search.ts";
import { CONTACT_MESSAGE_COLUMNS, lookUpColumns, toContactMessage, toRow } from "./table.ts";

const SEARCH: SearchTarget = { table: "contact_messages", name: "contact" };

const CHUNK_ROWS = 100;

const CHUNK_KEYS = 1_000;

export async function insertContactMessages(trx: Db, messages: readonly ContactMessage[]): Promise<void> {
  for (const some of chunksOf(messages, CHUNK_ROWS))
    await trx.insertInto("contact_messages").values(some.map(toRow)).execute();
}

/** Two messages with the same text by one person have the same key. */
export function contactMessageKeyOf({ email, message }: Pick<ContactMessage, "email" | "message">): string {
  return `${emailKey(email)} ${message}`;
}

export async function findKnownContactMessages(
  db: Db,
  people: readonly Pick<ContactMessage, "email">[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (const some of chunksOf([...new Set(people.map(({ email }) => emailKey(email)))], CHUNK_KEYS)) {
    const rows = await db
      .selectFrom("contact_messages")
      .select(["email_key", "message"])
      .where("email_key", "in", some)
      .execute();
    for (const { email_key, message } of rows) known.add(`${email_key} ${message}`);
  }
  return known;
}

export async function findContactMessage(db: Db, id: string): Promise<ContactMessage | undefined> {
  const row = await db.selectFrom("contact_messages").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toContactMessage(row);
}

export async function findNewestContactMessage(db: Db): Promise<ContactMessage | undefined> {
  const newest = db.selectFrom("contact_messages").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  const row = await newest.limit(1).executeTakeFirst();
  return row && toContactMessage(row);
}

export async function findContactNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("contact_messages").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function findContactMessageRecordsOf(
  db: Db,
  email: string,
): Promise<({ id: string; lead_id: string } & object)[]> {
  return messagesOf(db, email).orderBy("id").execute();
}

/** Newest first. */
export async function findContactMessagesOf(db: Db, email: string): Promise<ContactMessage[]> {
  const rows = await messagesOf(db, email).orderBy("created_at", "desc").orderBy("id").execute();
  return rows.map(toContactMessage);
}

/** Ordered by id. */
export async function findContactMessagesOfLeads(db: Db, leadIds: readonly string[]): Promise<ContactMessage[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom("contact_messages")
    .selectAll()
    .where("lead_id", "in", leadIds)
    .orderBy("id")
    .execute();
  return rows.map(toContactMessage);
}

function messagesOf(db: Db, email: string) {
  return db.selectFrom("contact_messages").selectAll().where("email_key", "=", emailKey(email));
}

export async function findOldContactMessages(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ id: string; lead_id: string }[]> {
  return oldContactMessages(db, before).select(["id", "lead_id"]).limit(limit).execute();
}

export async function countOldContactMessages(db: Db, before: Date): Promise<number> {
  const query = oldContactMessages(db, before).select(({ fn }) => fn.countAll().as("count"));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function oldContactMessages(db: Db, before: Date) {
  return db.selectFrom("contact_messages").where("created_at", "<", before.toISOString());
}

/** `message` was read in this transaction. A key with the value undefined clears its columns. Returns the new state. */
export async function updateContactMessage(
  db: Db,
  message: ContactMessage,
  change: Partial<Pick<ContactMessage, "status" | "notes" | "readAt" | "firstContact" | "updatedAt">>,
): Promise<ContactMessage> {
  const row = await db
    .updateTable("contact_messages")
    .set(columnsOf(CONTACT_MESSAGE_COLUMNS, { ...change, version: message.version + 1 }))
    .where("id", "=", message.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContactMessage(row);
}

/** Updates facts that the sender entered, and the columns derived from them. */
export async function correctContactMessageRow(
  db: Db,
  message: ContactMessage,
  { updatedAt, leadId, name, email, phone }: ContactCorrection & Pick<ContactMessage, "updatedAt" | "leadId">,
): Promise<ContactMessage> {
  const correction = { name, email, phone: phone || undefined };
  const change = { ...correction, leadId, updatedAt, version: message.version + 1 };
  const row = await db
    .updateTable("contact_messages")
    .set({ ...columnsOf(CONTACT_MESSAGE_COLUMNS, change), ...lookUpColumns({ ...message, ...correction }) })
    .where("id", "=", message.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContactMessage(row);
}

export async function deleteContactMessageRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("contact_messages").where("id", "=", id).execute();
}

export async function moveContactMessageToLead(trx: Db, id: string, leadId: string): Promise<void> {
  await trx.updateTable("contact_messages").set({ lead_id: leadId }).where("id", "=", id).execute();
}

export async function listContactMessages(
  database: Database,
  filter: ContactFilter,
  { page, limit }: PageRequest,
): Promise<{ messages: ContactMessage[]; total: number }> {
  const slice = { offset: (page - 1) * limit, limit };
  if (filter.search) {
    const among = { status: filter.status && [filter.status] };
    const { ids, total } = await searchIds(database, SEARCH, { text: filter.search, among }, slice);
    return { messages: await findByIds(database.read, ids), total };
  }
  const stats = await countContactMessages(database.read);
  const total = filter.status ? stats[STATS_KEYS[filter.status]] : stats.total;
  const messages = slice.offset < total ? await newest(database.read, filter.status, slice) : [];
  return { messages, total };
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

/** Counts by business minutes to the first contact; null if there was none yet. */
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

const STATS_KEYS = { New: "new", "In Progress": "inProgress", Resolved: "resolved" } as const;

async function newest(db: Db, status: ContactStatus | undefined, { offset, limit }: Slice) {
  let ids = db
    .selectFrom("contact_messages")
    .select("id")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset);
  // An expression instead of the column keeps the planner on the index by time, which needs no sorting.
  if (status) ids = ids.where(sql`status || ''`, "=", status);
  const found = await ids.execute();
  return findByIds(
    db,
    found.map(({ id }) => id),
  );
}

async function findByIds(db: Db, ids: readonly string[]): Promise<ContactMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("contact_messages").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toContactMessage(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the ids of unresolved messages without a first contact. */
export async function listWaitingMessages(db: Db, leadIds: readonly string[]): Promise<string[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .selectFrom("contact_messages")
    .select("id")
    .where("lead_id", "in", leadIds)
    .where("waiting_since", "is not", null)
    .where("first_contact_at", "is", null)
    .where("status", "in", UNRESOLVED_STATUSES)
    .execute();
  return rows.map(({ id }) => id);
}
