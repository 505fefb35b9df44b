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

/** These columns are computed when the row is written, only for lookups. */
type DerivedColumns = {
  /** All spellings of one address have the same key. */
  email_key: string;
  /** The admin's search reads name, e-mail, subject and message, folded, one per line. */
  search_text: string;
};

type StoredColumns = CellsAt<typeof OWN_COLUMNS, ContactMessage> & InquiryColumns & AttributionColumns;

export type ContactMessageRow = StoredColumns & DerivedColumns;

/** Triggers maintain these numbers. PostgreSQL has several rows to be summed. */
export type ContactCountsTable = { status: ContactStatus; count: number };

/** A migration that renames one of these must replace the triggers of contact_counts, search and campaigns. */
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
