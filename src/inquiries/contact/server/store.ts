import type { ContactFilter, ContactStats } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { CONTACT_STATUSES, type ContactCorrection, type ContactMessage } from "#inquiries/contact/contact.ts";
import { countByStatus, listInquiryIds } from "#people/leads/server/inquiries/lists/store.ts";
import {
  correctInquiryRow,
  countOldInquiries,
  deleteInquiryRow,
  findNewestId,
  insertInquiries,
  updateInquiry,
} from "#people/leads/server/inquiries/store.ts";
import { NONE } from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import { columnsOf } from "#platform/server/database/columns.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CONTACT_MESSAGE_COLUMNS, changedParts, lookUpColumnsOf, rowsOf, toContactMessage, toRow } from "./table.ts";

const CHUNK_ROWS = 100;

const CHUNK_KEYS = 1_000;

export async function insertContactMessages(trx: Db, messages: readonly ContactMessage[]): Promise<void> {
  for (const some of chunksOf(messages, CHUNK_ROWS)) {
    const rows = some.map((message) => rowsOf(toRow(message)));
    await insertInquiries(
      trx,
      rows.map(({ inquiry }) => inquiry),
    );
    await trx
      .insertInto("messages")
      .values(rows.map(({ message }) => message))
      .execute();
  }
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
  const id = await findNewestId(db, "contact");
  return id === undefined ? undefined : findContactMessage(db, id);
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

export async function countOldContactMessages(db: Db, before: Date): Promise<number> {
  return countOldInquiries(db, "contact", before);
}

/** `message` was read in this transaction. A key with the value undefined clears its columns. Returns the new state. */
export async function updateContactMessage(
  db: Db,
  message: ContactMessage,
  change: Partial<Pick<ContactMessage, "status" | "notes" | "readAt" | "firstContact" | "updatedAt">>,
): Promise<ContactMessage> {
  const changed = { ...message, ...change, version: message.version + 1 };
  const columns = columnsOf(CONTACT_MESSAGE_COLUMNS, { ...change, version: changed.version });
  const { inquiry, message: own } = changedParts(columns);
  await updateInquiry(db, message.id, inquiry);
  if (Object.keys(own).length > 0) await db.updateTable("messages").set(own).where("id", "=", message.id).execute();
  return changed;
}

/** Updates facts that the sender entered, and the columns derived from them. */
export async function correctContactMessageRow(
  db: Db,
  message: ContactMessage,
  { updatedAt, leadId, name, email, phone }: ContactCorrection & Pick<ContactMessage, "updatedAt" | "leadId">,
): Promise<ContactMessage> {
  const correction = { name, email, phone: phone || undefined };
  const change = { ...correction, leadId, updatedAt, version: message.version + 1 };
  const changed = { ...message, ...change };
  const columns = { ...columnsOf(CONTACT_MESSAGE_COLUMNS, change), ...lookUpColumnsOf(changed) };
  await correctInquiryRow(db, message.id, changedParts(columns).inquiry);
  return changed;
}

export async function deleteContactMessageRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom("messages").where("id", "=", id).execute();
  await deleteInquiryRow(db, id);
}

export async function listContactMessages(
  database: Database,
  { search, status }: ContactFilter,
  page: PageRequest,
): Promise<{ messages: ContactMessage[]; total: number }> {
  const among = { status: status && [status], topic: undefined, property_type: undefined };
  const values = { status: CONTACT_STATUSES, topic: Object.keys(SUBJECTS), property_type: [NONE] };
  const { ids, total } = await listInquiryIds(database, { kind: "contact", search, among, values }, page);
  return { messages: await findByIds(database.read, ids), total };
}

export async function countContactMessages(db: Db): Promise<Omit<ContactStats, "success">> {
  const of = await countByStatus(db, "contact");
  const [fresh, inProgress, resolved] = [of("New"), of("In Progress"), of("Resolved")];
  return { total: fresh + inProgress + resolved, new: fresh, inProgress, resolved };
}

async function findByIds(db: Db, ids: readonly string[]): Promise<ContactMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("contact_messages").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toContactMessage(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
