import type { Tables } from "#app/tables.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { RemovalKind } from "#removals/removal.ts";

export type Again = {
  database: Database<Tables>;
  /** Of the removals since the backup. */
  subjectsOf: (kind: RemovalKind) => ReadonlySet<string>;
  dataDir: string;
  now: Date;
};

/** How many of each kind the backup had brought back. */
export type Applied = Partial<Record<RemovalKind, number>>;

/** The actor in the audit log. */
export const RESTORE = "restore";
