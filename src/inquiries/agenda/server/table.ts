import type { Feed } from "#inquiries/agenda/admin.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    calendar_feeds: CalendarFeedsTable;
  }
}

/** Deleted with the account. */
export type CalendarFeedsTable = {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256. The secret itself is not stored. */
  secret_hash: string;
  created_at: string;
  last_read_at: string | null;
};

export function toFeed(row: CalendarFeedsTable): Feed {
  return { _id: row.id, name: row.name, createdAt: row.created_at, lastReadAt: row.last_read_at };
}
