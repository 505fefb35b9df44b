declare module "#platform/server/database/tables.ts" {
  interface Tables {
    roster: RosterTable;
    roster_days_off: RosterDaysOffTable;
  }
}

/** One row, or none until the roster is first saved. */
export type RosterTable = {
  id: string;
  /** JSON. */
  shifts: string;
  /** "" is the oldest admin. */
  owner_id: string;
  version: number;
  updated_at: string;
};

/** On the company's calendar. */
export type RosterDaysOffTable = { user_id: string; day: string };
