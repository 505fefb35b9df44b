import type { HoldReason, RemovalKind } from "#delivery/removals/removal.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    removals: RemovalsTable;
    removal_keys: RemovalKeysTable;
    restore_holds: RestoreHoldsTable;
  }
}

export type RemovalsTable = {
  /** Random: databases that were restored from one backup go on apart, and their rows must not be taken for each other. */
  id: string;
  at: string;
  kind: RemovalKind;
  subject: string;
  /** "" where the kind needs none. */
  detail: string;
};

/** One row. Backups have it, so that a restored database knows its journal. */
export type RemovalKeysTable = {
  id: string;
  /** Random: of this database and of those that are restored from its backups. */
  identity: string;
  /** Of the journal's checksum. */
  secret: string;
  /** Older rows may have been deleted, or never written. */
  since: string;
};

/** One row, after a restore. Left out of backups: the next restore decides anew. */
export type RestoreHoldsTable = {
  id: string;
  at: string;
  backup_at: string;
  reason: HoldReason;
  released_at: string | null;
  released_by: string | null;
};
