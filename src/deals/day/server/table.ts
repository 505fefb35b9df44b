declare module "#platform/server/database/tables.ts" {
  interface Tables {
    morning_mails: MorningMailsTable;
  }
}

export type MorningMailsTable = {
  user_id: string;
  /** Up to this day, the mail is enqueued or was switched on too late. */
  last_day: string;
};
