import type { ContactStatus, Subject } from "#contact/contact.ts";
import { type LeadColumns, sourceColumns, type VisitSourceColumns } from "./lead-rows.ts";

export type ContactTables = { contact_messages: ContactMessagesTable; contact_counts: ContactCountsTable };

export type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  /** By which two spellings of one address are the same. */
  email_key: string;
  phone: string | null;
  subject: Subject;
  message: string;
  status: ContactStatus;
  read_at: string | null;
  notes: string | null;
  /** Name, e-mail, subject and message, a line each, folded: what the admin's search looks through. */
  search_text: string;
  version: number;
  created_at: string;
  updated_at: string;
} & LeadColumns &
  VisitSourceColumns;

/** How many messages there are in each status; on PostgreSQL in parts, to be summed up. The database itself keeps it up to date. */
export type ContactCountsTable = { status: ContactStatus; count: number };

/** By the triggers that keep contact_counts, the search and the lead_counts of campaigns: a migration that renames one breaks them. */
export const MESSAGES_READ_BY_TRIGGERS = [
  "id",
  "status",
  "search_text",
  "created_at",
  ...sourceColumns("first"),
  ...sourceColumns("last"),
] as const satisfies readonly (keyof ContactMessagesTable)[];
