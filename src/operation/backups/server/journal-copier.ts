// The journal is copied soon after it changes: a restore reverts every removal that its copy lacks.
import type { ChildProcess } from "node:child_process";
import { stat } from "node:fs/promises";
import type { FastifyBaseLogger } from "fastify";
import { journalFile } from "#delivery/removals/server/journal-file.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type BackupSettings, endTask, startTask, taskOf } from "./start-task.ts";
import { isJournalCopyBehind, keepJournalCopy } from "./store.ts";
import type { BackupNews } from "./task.ts";

type Options = {
  config: BackupSettings;
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  migrations: string;
  program: string;
  journal: { write: () => Promise<void> };
};

const POLL_INTERVAL_MS = 60_000;
/** The copy says until when it is complete: a restore trusts none that ended a day before. */
const RENEW_AFTER_MS = 6 * 60 * 60_000;

export class JournalCopier {
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #copied = { size: 0, at: 0 };
  #problem: string | null = null;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.copyIfDue();
    }, POLL_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    if (this.#child) endTask(this.#child);
    await this.#running;
  }

  async copyIfDue(): Promise<void> {
    const { config, clock } = this.#options;
    const isEncrypted = (config.backupRecipient ?? config.backupPassphrase) !== undefined;
    const now = clock.now();
    if (config.backupCommand && isEncrypted && (await this.#isDue(now)) && (await this.#copy(now)))
      this.#copied = { size: await this.#size(), at: now.getTime() };
    this.#running = undefined;
  }

  async #isDue(now: Date): Promise<boolean> {
    const size = await this.#size();
    if (size === 0) return false;
    const { at, size: copied } = this.#copied;
    if (size !== copied || Math.abs(now.getTime() - at) >= RENEW_AFTER_MS) return true;
    // A database that does not answer is reported elsewhere.
    return isJournalCopyBehind(this.#options.database.read).catch(() => false);
  }

  /** New entries make the file longer; a new end of its validity does not. */
  async #size(): Promise<number> {
    const { size } = await stat(journalFile(this.#options.config)).catch(() => ({ size: 0 }));
    return size;
  }

  async #copy(now: Date): Promise<boolean> {
    const { config, journal, log, migrations, program } = this.#options;
    let problem: string | null = "The process that copies it ended in the middle";
    try {
      await journal.write();
      const { child, ended } = startTask(
        program,
        taskOf({ kind: "journal" }, { config, migrations, backoffMs: [] }),
        ({ journal: copy }: BackupNews) => {
          if (copy) problem = copy.problem;
        },
      );
      this.#child = child;
      await ended;
    } catch (error) {
      problem = (error as Error).message;
    }
    this.#child = undefined;
    if (this.#isStopping) return false;
    if (problem === null) {
      if (this.#problem !== null) log.info({}, "the journal of removals is copied again");
    } else if (this.#problem === null) log.error({ problem }, "the journal of removals was not copied off the machine");
    this.#problem = problem;
    await this.#keep(problem, now);
    return problem === null;
  }

  /** Other processes and commands read this. A database that refuses it is reported elsewhere. */
  async #keep(problem: string | null, now: Date): Promise<void> {
    const { database, log } = this.#options;
    try {
      await database.transaction((trx) => keepJournalCopy(trx, problem, now));
    } catch (err) {
      log.error({ err }, "how the copy of the journal of removals went was not kept");
    }
  }
}
