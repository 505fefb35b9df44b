declare module "#platform/server/database/tables.ts" {
  interface Tables {
    company_versions: CompanyVersionsTable;
    company_drafts: CompanyDraftsTable;
    pictures: PicturesTable;
  }
}

/** The database refuses updates and deletes. */
export type CompanyVersionsTable = {
  /** From 1, without gaps. The largest is published. */
  number: number;
  /** JSON. */
  facts: string;
  /** What differs from the version before, for people: "Phone, Team". */
  changes: string;
  /** The retention of its facts, so that finding the longest reads no version whole. */
  erase_after_days: number | null;
  /** The e-mail of the account, or what published it without one: "the first start", "site.config.ts", "the upgrade". */
  published_by: string;
  published_at: string;
};

/** At most one row. */
export type CompanyDraftsTable = {
  id: string;
  /** JSON; empty once it is published. */
  facts: string;
  /** Increases with every change, and never begins again. */
  version: number;
  /** The number of the published version that it changes. */
  based_on: number;
  changed_by: string;
  changed_at: string;
};

export type PicturesTable = {
  /** A hash of both files. */
  id: string;
  /** Of the large file. */
  width: number;
  height: number;
  /** WebP. */
  small: Uint8Array;
  large: Uint8Array;
  /** PNG, a square, transparent around the picture. */
  icon: Uint8Array;
  /** The last time. */
  uploaded_by: string;
  uploaded_at: string;
  /** When housekeeping found it in a version; null if it has not. */
  published_at: string | null;
};
