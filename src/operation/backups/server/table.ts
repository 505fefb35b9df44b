import type { BackupRun } from "#operation/backups/backup.ts";

/** Backups leave these tables out, because they describe this database only. */
declare module "#platform/server/database/tables.ts" {
  interface Tables {
    backup_runs: BackupRunsTable;
    journal_copies: JournalCopiesTable;
  }
}

export type JournalCopiesTable = { id: string; tried_at: string; copied_at: string | null; problem: string | null };

export type BackupRunsTable = {
  id: string;
  /** The instant is unique, so that one process serves it. */
  due_at: string;
  started_at: string;
  ended_at: string | null;
  outcome: BackupRun["outcome"];
  problem: string | null;
  file: string | null;
  bytes: number | null;
  is_encrypted: number;
  copy_outcome: BackupRun["copy"]["outcome"];
  copy_problem: string | null;
  next_copy_at: string | null;
  proof_outcome: BackupRun["proof"]["outcome"];
  proof_problem: string | null;
  proof_ms: number | null;
  report: string | null;
  /** The number counts beginnings: a process may die in the middle. */
  tries: number;
  claim: string | null;
  claimed_until: string | null;
};
