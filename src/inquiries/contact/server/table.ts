import { SUBJECTS } from "#inquiries/contact/choices.ts";
import type { ContactMessage, ContactStatus } from "#inquiries/contact/contact.ts";
import {
  type AttributionColumns,
  INQUIRY_COLUMNS,
  type InquiryColumns,
  VISIT_COLUMNS,
} from "#people/leads/server/inquiries/table.ts";
import { emailKey } from "#platform/email.ts";
import { searchableText } from "#platform/search.ts";
import { type CellsAt, type Columns, objectOf, rowOf } from "#platform/server/database/columns.ts";
import { searchedEmail } from "#platform/server/readable-email.ts";
import type { LeafPath } from "#platform/shapes.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    contact_messages: ContactMessageRow;
    contact_counts: ContactCountsTable;
  }
}

const OWN_COLUMNS = {
  id: "id",
  name: "name",
  email: "email",
  phone: "phone",
  subject: "subject",
  message: "message",
  status: "status",
  read_at: "readAt",
  notes: "notes",
  version: "version",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies Record<string, LeafPath<ContactMessage>>;

/** Computed when the row is written, for lookups only. */
type DerivedColumns = {
  /** Equal for all spellings of one address. */
  email_key: string;
  /** Name, e-mail, subject and message, folded, one per line, for the admin's search. */
  search_text: string;
};

type StoredColumns = CellsAt<typeof OWN_COLUMNS, ContactMessage> & InquiryColumns & AttributionColumns;

export type ContactMessageRow = StoredColumns & DerivedColumns;

/** Maintained by triggers. On PostgreSQL in several rows to be summed. */
export type ContactCountsTable = { status: ContactStatus; count: number };

/** Read by the triggers of contact_counts, search and campaigns: a migration that renames one must replace them. */
export const CONTACT_MESSAGES_READ_BY_TRIGGERS = [
  "id",
  "status",
  "search_text",
] as const satisfies readonly (keyof ContactMessageRow)[];

export const CONTACT_MESSAGE_COLUMNS: Columns<StoredColumns> = { ...OWN_COLUMNS, ...INQUIRY_COLUMNS, ...VISIT_COLUMNS };

export function toContactMessage(row: ContactMessageRow): ContactMessage {
  return objectOf(CONTACT_MESSAGE_COLUMNS, row) as ContactMessage;
}

export function toRow(message: ContactMessage): ContactMessageRow {
  return { ...rowOf(CONTACT_MESSAGE_COLUMNS, message), ...lookUpColumns(message) };
}

export function lookUpColumns(message: ContactMessage): DerivedColumns {
  const { name, email, subject, message: text } = message;
  return {
    email_key: emailKey(email),
    search_text: searchableText(name, ...searchedEmail(email), subject, SUBJECTS[subject], text),
  };
}
