declare module "#platform/server/database/tables.ts" {
  interface Tables {
    exports: ExportsTable;
  }
}

/** Holds numbers only: who, what and which filter are in the entry of the audit log. */
export type ExportsTable = {
  id: string;
  /** An account, a key or a calendar feed. */
  taker_id: string;
  /** The company's. */
  day: string;
  row_count: number;
  entry_id: number;
};
