declare module "#platform/server/database/tables.ts" {
  interface Tables {
    morning_mails: MorningMailsTable;
  }
}

export type MorningMailsTable = {
  user_id: string;
  /** The latest day whose mail is enqueued, or whose morning had passed when the mail was switched on. */
  last_day: string;
};
