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
