// Any number of processes may run it: one of them serves each night, and another takes over if that one dies.
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { currentFacts } from "#company/facts/facts.ts";
import { findDue } from "#operation/backups/schedule.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import type { CarriedLinkKeys } from "#platform/server/links/link-keys.ts";
import {
  type ClaimedRun,
  claimFailedCopy,
  claimLeftRun,
  claimNewRun,
  deleteStrayRuns,
  findServed,
  isClaimedByOthers,
  listFailedBackups,
  recordNews,
  releaseRun,
} from "./runs.ts";
import { type BackupSettings, endTask, startTask, taskOf } from "./start-task.ts";
import { keepJournalCopy, readBeginning } from "./store.ts";
import type { BackupJob, BackupNews } from "./task.ts";

type Options = {
  config: BackupSettings & { backupAt: string | null };
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "error" | "info" | "warn">;
  migrations: string;
  /** The journal is written after each run, so that it never ends before the newest backup. */
  journal: { write: () => Promise<void> };
  links: CarriedLinkKeys;
  program: string;
  pollSeconds: number;
  backoffMs?: readonly number[];
};

/** While another process works on a backup, quick checks notice its death. */
const WATCH_MS = 1_000;
/** A run that ends its process, for example because memory runs out, must not do so for ever. */
const MAX_TRIES = 3;
const COPY_RETRY_MS = 60 * 60_000;
const BACKOFF_MS = [30_000, 120_000];
const JOURNAL_FAILED = "the journal of removals could not be written";
const MAX_RECORD_ATTEMPTS = 60;
const RECORD_RETRY_MS = 1_000;

export class BackupWorker {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #held: ClaimedRun | undefined;
  #child: ChildProcess | undefined;
  #isStopping = false;
  #isWatching = false;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    if (this.#options.config.backupAt === null) return;
    const delayMs = this.#isWatching ? WATCH_MS : this.#options.pollSeconds * 1000;
    this.#timer = setTimeout(() => {
      this.#running = this.#poll().then(() => {
        if (!this.#isStopping) this.start();
      });
    }, delayMs);
  }

  /** An unfinished run is left to the next process. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    this.#endChild();
    await this.#running;
  }

  async runDue(): Promise<void> {
    const { database, clock } = this.#options;
    const now = clock.now();
    if (this.#held) await this.#release(this.#held);
    this.#isWatching = await isClaimedByOthers(database, now);
    if (this.#isWatching) return;
    const run = (await claimLeftRun(database, now)) ?? (await this.#claimDue(now));
    this.#held = run ?? (await claimFailedCopy(database, now));
    if (!this.#held) return;
    const wasStopped = run ? await this.#run(run, now) : await this.#copy(this.#held, now);
    await this.#release(this.#held, { wasStopped });
  }

  async #poll(): Promise<void> {
    try {
      await this.runDue();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#options.log.error({ err: error }, "backups could not be checked");
      this.#isFailing = true;
    }
  }

  async #claimDue(now: Date): Promise<ClaimedRun | undefined> {
    const { database, config } = this.#options;
    if (config.backupAt === null) return undefined;
    const [since, served] = await Promise.all([readBeginning(database.read), findServed(database.read, now)]);
    const due = findDue({ at: config.backupAt, timeZone: currentFacts().timeZone }, { now, since, served });
    if (!due) return undefined;
    await deleteStrayRuns(database, now);
    return claimNewRun(database, due, now);
  }

  async #release(run: ClaimedRun, { wasStopped = false } = {}): Promise<void> {
    await releaseRun(this.#options.database, run, { wasStopped });
    this.#held = undefined;
  }

  async #run(run: ClaimedRun, now: Date): Promise<boolean> {
    const { database, links, log } = this.#options;
    if (run.tries > MAX_TRIES) {
      const problem = `It was begun ${MAX_TRIES} times, and the site ended in the middle each time`;
      await this.#record(run, { outcome: "failed", problem, endedAt: now.toISOString() });
      log.error({ problem }, "no backup was made");
      return false;
    }
    const failed = await listFailedBackups(database.read);
    const known = await this.#perform(run, { kind: "run", startedAt: run.started_at, failed, links });
    if (known.file) await this.#options.journal.write().catch((error) => log.error({ err: error }, JOURNAL_FAILED));
    if (known.outcome !== undefined) logOutcome(log, known);
    else if (this.#isStopping) return true;
    else await this.#recordBroken(run, known);
    return false;
  }

  async #copy(run: ClaimedRun, now: Date): Promise<boolean> {
    const { config, log } = this.#options;
    const nextCopyAt = later(now, COPY_RETRY_MS);
    await this.#record(run, { nextCopyAt });
    // Without the file another machine has made it.
    if (run.file && existsSync(join(config.backupDir, run.file))) {
      const { copy } = await this.#perform(run, { kind: "copy", file: run.file });
      if (copy?.outcome === "good") log.info({ file: run.file }, "the backup was copied after all");
    }
    return false;
  }

  async #perform(run: ClaimedRun, job: BackupJob): Promise<BackupNews> {
    const { config, program, migrations, backoffMs = BACKOFF_MS } = this.#options;
    const task = taskOf(job, { config, migrations, backoffMs });
    if (this.#isStopping) return {};
    let known: BackupNews = {};
    let recorded = Promise.resolve();
    const { child, ended } = startTask(program, task, (news) => {
      known = { ...known, ...news };
      recorded = recorded.then(() => this.#recordNews(run, news));
    });
    this.#child = child;
    await ended;
    this.#child = undefined;
    await recorded;
    return known;
  }

  async #recordNews(run: ClaimedRun, news: BackupNews): Promise<void> {
    const now = this.#options.clock.now();
    if (news.journal) await this.#recordJournal(news.journal.problem, now);
    const isKnown = await this.#record(run, {
      ...news,
      ...(news.outcome && { endedAt: now.toISOString() }),
      ...(news.copy && { nextCopyAt: news.copy.outcome === "failed" ? later(now, COPY_RETRY_MS) : null }),
    });
    if (isKnown) return;
    this.#options.log.warn({}, "another process took over the backup");
    this.#endChild();
  }

  async #recordJournal(problem: string | null, now: Date): Promise<void> {
    const { database, log } = this.#options;
    if (problem !== null) log.error({ problem }, "the journal of removals was not copied off the machine");
    await database
      .transaction((trx) => keepJournalCopy(trx, problem, now))
      .catch((err) => log.error({ err }, "how the copy of the journal of removals went was not kept"));
  }

  /** The process ended without a reason: the file that it wrote before may be whole. */
  async #recordBroken(run: ClaimedRun, { file, proof }: BackupNews): Promise<void> {
    const { log, clock, config } = this.#options;
    const problem = "The process of the backup ended in the middle. It may have run out of memory";
    const endedAt = clock.now().toISOString();
    const isOpen = file && !proof;
    await this.#record(run, {
      endedAt,
      ...(file ? { outcome: "good" } : { outcome: "failed", problem }),
      ...(isOpen && { proof: { outcome: "failed", problem, ms: null } }),
    });
    log.error({ problem, file }, file ? "the backup was not restored as a proof" : "no backup was made");
    // The database of a proof holds people's data.
    const { deleteStrays } = await import("./files.ts");
    await deleteStrays(config.backupDir);
  }

  async #record(run: ClaimedRun, news: Parameters<typeof recordNews>[2]): Promise<boolean> {
    for (let tries = 1; ; tries++) {
      try {
        return await recordNews(this.#options.database, run, news);
      } catch (error) {
        if (tries === MAX_RECORD_ATTEMPTS || this.#isStopping) throw error;
        await sleep(RECORD_RETRY_MS);
      }
    }
  }

  #endChild(): void {
    if (this.#child) endTask(this.#child);
  }
}

function logOutcome(log: Options["log"], { outcome, problem, file, bytes, copy, proof }: BackupNews): void {
  const details = { file, bytes, ms: proof?.ms };
  if (outcome !== "good") log.error({ problem }, "no backup was made");
  else if (proof?.outcome !== "good")
    log.error({ ...details, problem: proof?.problem }, "the backup was not restored as a proof");
  else log.info(details, "a backup was made and restored as a proof");
  if (copy?.problem) log.error({ file, problem: copy.problem }, "the backup was not copied off the machine");
  if (outcome === "good" && problem) log.error({ problem }, "old backups were not deleted");
}

function later(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString();
}
