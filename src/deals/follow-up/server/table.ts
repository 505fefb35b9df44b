import type { Stage } from "#people/leads/lead.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    morning_mails: MorningMailsTable;
    ended_lead_counts: EndedLeadCountsTable;
  }
}

/** Kept by triggers; on PostgreSQL a stage has several rows, which are added up. */
type EndedLeadCountsTable = { stage: Stage; count: number };

/** Accounts that want a mail every morning. */
export type MorningMailsTable = {
  user_id: string;
  /** The latest day whose mail is enqueued, or whose morning had passed when the mail was switched on. */
  last_day: string;
};
