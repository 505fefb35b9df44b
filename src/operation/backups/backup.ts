/** Instants are ISO texts. A problem is a sentence for the owner, without a full stop at its end. */
export type BackupState = {
  /** Null before the first. */
  latest: BackupRun | null;
  /** When the newest backup was made that could be restored. */
  provenAt: string | null;
  /** When the newest backup that is whole was made, proven or not. */
  madeAt: string | null;
};

/** The journal of removals on its way off the machine. `copiedAt` is when a copy last succeeded, `problem` is of the latest. */
export type JournalCopy = { copiedAt: string | null; problem: string | null };

export type BackupRun = {
  startedAt: string;
  /** Null while it runs. */
  endedAt: string | null;
  outcome: "running" | "good" | "failed" | "skipped";
  problem: string | null;
  /** Its name in BACKUP_DIR. */
  file: string | null;
  bytes: number | null;
  isEncrypted: boolean;
  copy: { outcome: "not set" | "good" | "failed" | "withheld"; problem: string | null };
  proof: { outcome: "not yet" | "good" | "failed" | "skipped"; problem: string | null; ms: number | null };
};
