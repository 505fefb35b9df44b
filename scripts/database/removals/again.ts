import type { RemovalKind } from "#delivery/removals/removal.ts";
import type { Database } from "#platform/server/database/database.ts";

export type Again = {
  database: Database;
  /** Of the removals since the backup. */
  subjectsOf: (kind: RemovalKind) => ReadonlySet<string>;
  dataDir: string;
  now: Date;
};

/** How many of each kind the backup had brought back. */
export type Applied = Partial<Record<RemovalKind, number>>;

/** The actor in the audit log. */
export const RESTORE = "restore";
