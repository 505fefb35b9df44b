// Keeps the journal beside the backups as new as the database. Any number of processes may run it, on one folder or on several.
import type { FastifyBaseLogger } from "fastify";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { deleteParts, journalFile, setAsideOther, writeJournal } from "./journal-file.ts";
import { countRecorded, deleteOldRemovals, fingerprintOf } from "./record.ts";

type Options = {
  database: Database;
  clock: Clock;
  backupDir: string;
  /** How long the oldest backup is kept. */
  keepDays: number;
  log: Pick<FastifyBaseLogger, "error" | "warn" | "info">;
  /** After each write. `isNew`: it says more than the last of this process. */
  onWritten?: (written: { isNew: boolean }) => void;
};

/** What another process or a command has recorded. */
const LOOK_EVERY_MS = 60_000;
/** The file says until when it is complete, so that a restore knows how much it may lack. */
const REWRITE_EVERY_MS = 15 * 60_000;
/** Many removals in a row are one write. */
const REST_MS = 1_000;
/** For backups that stay a little longer than they should, and for the one that a person copied away. */
const MARGIN_DAYS = 31;
const DAY_MS = 24 * 60 * 60_000;

export class JournalWriter {
  readonly #options: Options;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;
  #isFirst = true;
  #seen = 0;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #written = "";
  #isFailing = false;
  #running: Promise<void> | undefined;
  #rest: NodeJS.Timeout | undefined;
  #isWanted = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get file(): string {
    return journalFile(this.#options);
  }

  start(): void {
    this.#timer = setInterval(() => this.#request(), LOOK_EVERY_MS);
    this.#request();
  }

  /** Writes soon if this process has recorded something since. Costs nothing otherwise, and does nothing before the start. */
  wake(): void {
    if (this.#timer && this.#seen !== countRecorded()) this.#request();
  }

  /** Writes now, whatever has changed. Rejects if it could not. */
  async write(): Promise<void> {
    await this.#running;
    await this.#write();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    clearTimeout(this.#rest);
    await this.#running;
    if (this.#isWanted) await this.#writeIfNew();
  }

  #request(): void {
    this.#isWanted = true;
    if (!this.#isStopping && !this.#running && !this.#rest) this.#run();
  }

  #run(): void {
    this.#isWanted = false;
    this.#running = this.#writeIfNew().finally(() => {
      this.#running = undefined;
      if (this.#isStopping) return;
      this.#rest = setTimeout(() => {
        this.#rest = undefined;
        if (this.#isWanted) this.#run();
      }, REST_MS);
    });
  }

  async #writeIfNew(): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      const isOld = Math.abs(clock.now().getTime() - this.#writtenAt) >= REWRITE_EVERY_MS;
      this.#seen = countRecorded();
      if (isOld || (await fingerprintOf(database.read)) !== this.#written) await this.#write();
      if (this.#isFailing) log.info({ file: this.file }, "the journal of removals is written again");
      this.#isFailing = false;
    } catch (error) {
      // Logged once, not every minute.
      if (!this.#isFailing) log.error({ err: error, file: this.file }, "the journal of removals could not be written");
      this.#isFailing = true;
    }
  }

  async #write(): Promise<void> {
    const { database, clock, keepDays, log, onWritten } = this.#options;
    const { file } = this;
    const now = clock.now();
    if (this.#isFirst) {
      await deleteParts(file);
      const aside = await setAsideOther(database, { file, now });
      if (aside)
        log.warn({ aside }, "the journal of removals that was here says what this database does not know; it is kept");
    }
    this.#isFirst = false;
    await deleteOldRemovals(database, new Date(now.getTime() - (keepDays + MARGIN_DAYS) * DAY_MS));
    let before: string;
    let after: string;
    // Again if something came in between: another process may have written more a moment earlier.
    do {
      before = await fingerprintOf(database.read);
      await writeJournal(database, { file, now });
      after = await fingerprintOf(database.read);
    } while (before !== after);
    const isNew = this.#written !== after;
    this.#written = after;
    this.#writtenAt = now.getTime();
    onWritten?.({ isNew });
  }
}
