import { SUBJECTS } from "#inquiries/contact/choices.ts";
import type { ContactMessage } from "#inquiries/contact/contact.ts";
import {
  type AttributionColumns,
  INQUIRY_COLUMNS,
  type InquiryColumns,
  type LookUpColumns,
  lookUpColumns,
  type Names,
  VISIT_COLUMNS,
} from "#people/leads/server/inquiries/table.ts";
import { type CellsAt, type Columns, objectOf } from "#platform/server/database/columns.ts";
import type { LeafPath } from "#platform/shapes.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    /** A view of messages with their inquiries. */
    contact_messages: ContactMessageRow;
    messages: MessageRow;
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

type StoredColumns = CellsAt<typeof OWN_COLUMNS, ContactMessage> & InquiryColumns & AttributionColumns;

export type ContactMessageRow = StoredColumns & Pick<LookUpColumns, "email_key" | "search_text">;

/** A message's own columns. */
export type MessageRow = Pick<ContactMessageRow, "id" | "message" | "read_at">;

export const NAMES: Names = { subject: "topic" };

export const CONTACT_MESSAGE_COLUMNS: Columns<StoredColumns> = { ...OWN_COLUMNS, ...INQUIRY_COLUMNS, ...VISIT_COLUMNS };

export function toContactMessage(row: ContactMessageRow): ContactMessage {
  return objectOf(CONTACT_MESSAGE_COLUMNS, row) as ContactMessage;
}

export function lookUpColumnsOf({ name, email, phone, subject, message }: ContactMessage): LookUpColumns {
  return lookUpColumns({ email, phone, texts: [name, subject, SUBJECTS[subject], message] });
}
