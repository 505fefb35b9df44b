import type { Generated } from "kysely";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    company_versions: CompanyVersionsTable;
    company_drafts: CompanyDraftsTable;
    pictures: PicturesTable;
  }
}

/** The database refuses updates and deletes. */
export type CompanyVersionsTable = {
  /** Numbers start at 1, without gaps. The largest is published. */
  number: number;
  facts: string;
  changes: string;
  /** The retention is repeated here, so that finding the longest reads no version whole. */
  erase_after_days: number | null;
  /** The value is an account's e-mail, "the first start", "site.config.ts" or "the upgrade". */
  published_by: string;
  published_at: string;
};

export type CompanyDraftsTable = {
  id: string;
  /** The value is JSON; empty once it is published. */
  facts: string;
  /** The number increases with every change and never restarts. */
  version: number;
  based_on: number;
  changed_by: string;
  changed_at: string;
  /** JSON: who changed which fields in the present sitting. */
  editors: Generated<string>;
};

export type PicturesTable = {
  /** The id is a hash of both files. */
  id: string;
  width: number;
  height: number;
  small: Uint8Array;
  large: Uint8Array;
  icon: Uint8Array;
  uploaded_by: string;
  uploaded_at: string;
  /** Housekeeping sets it when a version names the picture. */
  published_at: string | null;
};
