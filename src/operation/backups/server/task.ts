// What the site and the process that makes a backup tell each other.
import type { BackupRun } from "#operation/backups/backup.ts";
import type { BackupKeep } from "#operation/backups/settings.ts";

export type BackupTask = BackupJob & {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where backups are kept. */
  folder: string;
  migrations: string;
  timeZone: string;
  keep: BackupKeep;
  recipient: string | undefined;
  passphrase: string | undefined;
  copyCommand: string[] | undefined;
  fetchCommand: string[] | undefined;
  /** Before each further try of a command. */
  backoffMs: readonly number[];
};

/** To make, copy and prove a backup, to copy one again that could not be copied, or to copy the journal of removals. */
export type BackupJob =
  | {
      kind: "run";
      startedAt: string;
      /** Backups that could not be restored. */
      failed: string[];
    }
  | { kind: "copy"; file: string }
  | { kind: "journal" };

/** What is known of a run now. */
export type BackupNews = Partial<Omit<BackupRun, "startedAt" | "endedAt">> & { report?: ProofReport };

export type ProofReport = {
  createdAt: string;
  /** Whether the proof read a copy that was fetched back. */
  isFetched: boolean;
  /** Rows and checksums of each table, the same in the database and in what was restored. */
  tables: Record<string, { rows: number; sum: string }>;
  newestBookingAt: string | null;
  /** The records that were opened in what was restored. */
  opened: string[];
  backupMs: number;
  fetchMs: number;
  restoreMs: number;
  compareMs: number;
};
