import type { Feed } from "#agenda/admin.ts";

export type AgendaTables = { calendar_feeds: CalendarFeedsTable };

/** A secret address at which a calendar program of an admin reads the meetings. Gone with the account. */
export type CalendarFeedsTable = {
  id: string;
  user_id: string;
  name: string;
  /** SHA-256 of the secret, which is kept nowhere. */
  secret_hash: string;
  created_at: string;
  /** To within a quarter of an hour. */
  last_read_at: string | null;
};

export function toFeed(row: CalendarFeedsTable): Feed {
  return { _id: row.id, name: row.name, createdAt: row.created_at, lastReadAt: row.last_read_at };
}
