import type { ContactFilter, ContactStats } from "#inquiries/contact/admin.ts";
import { SUBJECTS } from "#inquiries/contact/choices.ts";
import { CONTACT_STATUSES, type ContactMessage } from "#inquiries/contact/contact.ts";
import { inquiryStore } from "#people/leads/server/inquiries/kinds/store.ts";
import { countByStatus, listInquiryIds } from "#people/leads/server/inquiries/lists/store.ts";
import { countOldInquiries } from "#people/leads/server/inquiries/store.ts";
import { NONE } from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import type { PageRequest } from "#platform/pagination.ts";
import { chunksOf } from "#platform/server/chunks.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { Db } from "#platform/server/database/tables.ts";
import { CONTACT_MESSAGE_COLUMNS, type ContactMessageRow, lookUpColumnsOf, NAMES, toContactMessage } from "./table.ts";

const messages = inquiryStore<ContactMessage, ContactMessageRow>({
  kind: "contact",
  view: "contact_messages",
  own: "messages",
  names: NAMES,
  columns: CONTACT_MESSAGE_COLUMNS,
  computed: lookUpColumnsOf,
  read: toContactMessage,
});

export const {
  toRow,
  insert: insertContactMessages,
  insertRows: insertContactMessageRows,
  find: findContactMessage,
  findNewest: findNewestContactMessage,
  recordsOf: findContactMessageRecordsOf,
  allOf: findContactMessagesOf,
  ofLeads: findContactMessagesOfLeads,
  update: updateContactMessage,
  correct: correctContactMessage,
  deleteRow: deleteContactMessageRow,
} = messages;

const CHUNK_KEYS = 1_000;

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

export async function countOldContactMessages(db: Db, before: Date): Promise<number> {
  return countOldInquiries(db, "contact", before);
}

export async function listContactMessages(
  database: Database,
  { search, status }: ContactFilter,
  page: PageRequest,
): Promise<{ messages: ContactMessage[]; total: number }> {
  const among = { status: status && [status], topic: undefined, property_type: undefined };
  const values = { status: CONTACT_STATUSES, topic: Object.keys(SUBJECTS), property_type: [NONE] };
  const { ids, total } = await listInquiryIds(database, { kind: "contact", search, among, values }, page);
  return { messages: await messages.findMany(database.read, ids), total };
}

export async function countContactMessages(db: Db): Promise<Omit<ContactStats, "success">> {
  const of = await countByStatus(db, "contact");
  const [fresh, inProgress, resolved] = [of("New"), of("In Progress"), of("Resolved")];
  return { total: fresh + inProgress + resolved, new: fresh, inProgress, resolved };
}
