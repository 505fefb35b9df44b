// Has the journal of removals copied off the machine soon after it changes: what a copy lacks, a restore from it brings back.
import type { ChildProcess } from "node:child_process";
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { type BackupSettings, endTask, startTask, taskOf } from "./start-task.ts";
import { keepJournalCopy } from "./store.ts";
import type { BackupNews } from "./task.ts";

type Options = {
  config: BackupSettings;
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  migrations: string;
  /** The script of the process that encrypts and copies. */
  program: string;
};

/** Many removals in a row are one copy. */
const REST_MS = 60_000;
/** The copy says until when it is complete: a restore trusts none that ended a day before. */
const RENEW_AFTER_MS = 6 * 60 * 60_000;
/** A target that is away. */
const RETRY_MS = 2 * 60_000;

export class JournalCopier {
  readonly #options: Options;
  #child: ChildProcess | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #copiedAt = Number.NEGATIVE_INFINITY;
  #isWanted = false;
  #problem: string | null = null;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves once no copy is on its way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** To be called after each write of the journal. */
  wake({ isNew }: { isNew: boolean }): void {
    const { config, clock } = this.#options;
    const isEncrypted = (config.backupRecipient ?? config.backupPassphrase) !== undefined;
    if (!config.backupCommand || !isEncrypted || this.#isStopping) return;
    if (!isNew && Math.abs(clock.now().getTime() - this.#copiedAt) < RENEW_AFTER_MS) return;
    this.#isWanted = true;
    if (!this.#running && !this.#timer) this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    if (this.#child) endTask(this.#child);
    await this.#running;
  }

  #run(): void {
    this.#isWanted = false;
    this.#running = this.#copy().then((isCopied) => {
      this.#running = undefined;
      if (this.#isStopping) return;
      if (!isCopied) this.#isWanted = true;
      this.#timer = setTimeout(
        () => {
          this.#timer = undefined;
          if (this.#isWanted) this.#run();
        },
        isCopied ? REST_MS : RETRY_MS,
      );
    });
  }

  async #copy(): Promise<boolean> {
    const { config, clock, log, migrations, program } = this.#options;
    const now = clock.now();
    let problem: string | null = "The process that copies it ended in the middle";
    try {
      const { child, ended } = startTask(
        program,
        taskOf({ kind: "journal" }, { config, migrations, backoffMs: [] }),
        ({ copy }: BackupNews) => {
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
      this.#copiedAt = now.getTime();
      if (this.#problem !== null) log.info({}, "the journal of removals is copied again");
    } else if (this.#problem === null) log.error({ problem }, "the journal of removals was not copied off the machine");
    this.#problem = problem;
    await this.#keep(problem, now);
    return problem === null;
  }

  /** For the other processes and commands. A database that cannot take it has trouble that is told elsewhere. */
  async #keep(problem: string | null, now: Date): Promise<void> {
    const { database, log } = this.#options;
    try {
      await database.transaction((trx) => keepJournalCopy(trx, problem, now));
    } catch (err) {
      log.error({ err }, "how the copy of the journal of removals went was not kept");
    }
  }
}
