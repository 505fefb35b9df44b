/** Instants are ISO texts. A problem is a sentence for the owner, without a full stop at its end. */
export type BackupState = {
  latest: BackupRun | null;
  /** The instant is that of the newest backup whose restore was proven. */
  provenAt: string | null;
  madeAt: string | null;
};

/** `copiedAt` is when a copy last succeeded, `problem` is of the latest. */
export type JournalCopy = { copiedAt: string | null; problem: string | null };

export type BackupRun = {
  startedAt: string;
  endedAt: string | null;
  outcome: "running" | "good" | "failed" | "skipped";
  problem: string | null;
  file: string | null;
  bytes: number | null;
  isEncrypted: boolean;
  copy: { outcome: "not set" | "good" | "failed" | "withheld"; problem: string | null };
  proof: { outcome: "not yet" | "good" | "failed" | "skipped"; problem: string | null; ms: number | null };
};
