// Any number of processes may run the writer, on one folder or on several.
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { journalFile, writeJournal } from "./journal-file.ts";
import { countRecorded, deleteOldRemovals } from "./record.ts";

type Options = {
  database: Database;
  clock: Clock;
  backupDir: string;
  keepDays: number;
  log: Pick<FastifyBaseLogger, "error" | "warn" | "info">;
};

const TICK_MS = 1_000;
/** The file says until when it is complete, so that a restore knows how much it may lack. */
const RENEW_INTERVAL_MS = 60_000;
/** The margin covers backups that are deleted late, and copies that a person made. */
const MARGIN_DAYS = 31;
const DAY_MS = 24 * 60 * 60_000;
const OTHER_JOURNAL =
  "the journal of removals here was damaged or said what this database does not know; it is kept under another name";

export class JournalWriter {
  readonly #options: Options;
  readonly file: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #recorded = 0;
  #triedAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
    this.file = journalFile(options);
  }

  start(): void {
    this.#timer = setInterval(() => {
      const isOld = Math.abs(this.#options.clock.now().getTime() - this.#triedAt) >= RENEW_INTERVAL_MS;
      if (isOld || this.#recorded !== countRecorded()) this.#running ??= this.#tryToWrite();
    }, TICK_MS);
  }

  /** Rejects if the journal could not be written. */
  async write(): Promise<void> {
    const { database, clock, keepDays, log } = this.#options;
    const now = clock.now();
    this.#recorded = countRecorded();
    this.#triedAt = now.getTime();
    const oldest = Math.floor(now.getTime() / DAY_MS - keepDays - MARGIN_DAYS) * DAY_MS;
    await deleteOldRemovals(database, new Date(oldest));
    const aside = await writeJournal(database, { file: this.file, now });
    if (aside) log.warn({ aside }, OTHER_JOURNAL);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    if (this.#timer && this.#recorded !== countRecorded()) await this.#tryToWrite();
  }

  async #tryToWrite(): Promise<void> {
    const { log } = this.#options;
    const { file } = this;
    try {
      await this.write();
      if (this.#isFailing) log.info({ file }, "the journal of removals is written again");
      this.#isFailing = false;
    } catch (err) {
      if (!this.#isFailing) log.error({ err, file }, "the journal of removals could not be written");
      this.#isFailing = true;
    }
    this.#running = undefined;
  }
}
