import { type ChildProcess, fork } from "node:child_process";
import { currentFacts } from "#company/facts/facts.ts";
import type { BackupKeep } from "#operation/backups/settings.ts";
import type { BackupJob, BackupNews, BackupTask } from "./task.ts";

export type BackupSettings = {
  dataDir: string;
  databaseUrl: string | undefined;
  backupDir: string;
  backupKeep: BackupKeep;
  backupRecipient: string | undefined;
  backupPassphrase: string | undefined;
  backupCommand: string[] | undefined;
  backupFetchCommand: string[] | undefined;
};

type Context = { config: BackupSettings; migrations: string; backoffMs: readonly number[] };

const STOP_GRACE_MS = 3_000;

export function taskOf(job: BackupJob, { config, migrations, backoffMs }: Context): BackupTask {
  return {
    ...job,
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    folder: config.backupDir,
    migrations,
    timeZone: currentFacts().timeZone,
    keep: config.backupKeep,
    recipient: config.backupRecipient,
    passphrase: config.backupPassphrase,
    copyCommand: config.backupCommand,
    fetchCommand: config.backupFetchCommand,
    backoffMs,
  };
}

export function startTask(
  program: string,
  task: BackupTask,
  onNews: (news: BackupNews) => void,
): { child: ChildProcess; ended: Promise<void> } {
  const child = fork(program, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.on("message", onNews);
  const ended = endOf(child);
  child.send(task);
  return { child, ended };
}

export function endTask(child: ChildProcess): void {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_GRACE_MS);
  child.once("exit", () => clearTimeout(timer));
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    // A child may end before it gets its task: without a listener the error would end the site.
    child.on("error", reject);
    // Messages may still arrive after "exit".
    child.once("close", () => resolve());
  });
}
