import type { HoldReason, RemovalKind } from "#delivery/removals/removal.ts";

declare module "#platform/server/database/tables.ts" {
  interface Tables {
    removals: RemovalsTable;
    removal_keys: RemovalKeysTable;
    restore_holds: RestoreHoldsTable;
  }
}

export type RemovalsTable = {
  /** The id is random: databases restored from one backup diverge, and their rows must not be confused. */
  id: string;
  at: string;
  kind: RemovalKind;
  subject: string;
  detail: string;
};

/** Backups hold this row, so that a restored database knows its journal. */
export type RemovalKeysTable = {
  id: string;
  identity: string;
  secret: string;
  /** Rows from before this instant may have been deleted, or never written. */
  since: string;
};

/** Backups leave this row out: the next restore decides anew. */
export type RestoreHoldsTable = {
  id: string;
  at: string;
  backup_at: string;
  reason: HoldReason;
  released_at: string | null;
  released_by: string | null;
};
