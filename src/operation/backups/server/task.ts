import type { BackupRun } from "#operation/backups/backup.ts";
import type { BackupKeep } from "#operation/backups/settings.ts";
import type { CarriedLinkKeys } from "#platform/server/links/link-keys.ts";

export type BackupTask = BackupJob & {
  dataDir: string;
  databaseUrl: string | undefined;
  folder: string;
  migrations: string;
  timeZone: string;
  keep: BackupKeep;
  recipient: string | undefined;
  passphrase: string | undefined;
  copyCommand: string[] | undefined;
  fetchCommand: string[] | undefined;
  backoffMs: readonly number[];
};

export type BackupJob =
  | {
      kind: "run";
      startedAt: string;
      failed: string[];
      links: CarriedLinkKeys | undefined;
    }
  | { kind: "copy"; file: string }
  | { kind: "journal" };

export type BackupNews = Partial<Omit<BackupRun, "startedAt" | "endedAt">> & {
  report?: ProofReport;
  journal?: { problem: string | null };
};

export type ProofReport = {
  createdAt: string;
  isFetched: boolean;
  tables: Record<string, { rows: number; sum: string }>;
  newestBookingAt: string | null;
  opened: string[];
  backupMs: number;
  fetchMs: number;
  restoreMs: number;
  compareMs: number;
};
