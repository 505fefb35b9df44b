import type { BackupRun } from "#operation/backups/backup.ts";

/** Left out of backups: they say nothing of another database. */
declare module "#platform/server/database/tables.ts" {
  interface Tables {
    backup_runs: BackupRunsTable;
    journal_copies: JournalCopiesTable;
  }
}

/** One row, of the latest copy. */
export type JournalCopiesTable = { id: string; tried_at: string; copied_at: string | null; problem: string | null };

export type BackupRunsTable = {
  id: string;
  /** The instant of the schedule that it serves. Unique, so that one process serves it. */
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
  /** When a copy that failed is tried again. */
  next_copy_at: string | null;
  proof_outcome: BackupRun["proof"]["outcome"];
  proof_problem: string | null;
  proof_ms: number | null;
  /** What the proof counted and compared, as JSON. */
  report: string | null;
  /** How often it was begun: a process may die in the middle. */
  tries: number;
  /** As in a queue: the process that works on it, and until when it counts if nothing is known of that process. */
  claim: string | null;
  claimed_until: string | null;
};
