import type { DatabaseSync } from "node:sqlite";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import { isSqliteBusy } from "./driver-errors.ts";

type Job<Tables> = {
  addedAt: number;
  work: (trx: Kysely<Tables>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Bounds how long one commit keeps readers of its result waiting. */
const MAX_BATCH = 100;
/** A command can wait. */
const TIMEOUT_MS = 10_000;
/** Between two tries to get the lock, which take some 20 µs each. */
const RETRY_MS = 3;

/**
 * Lets the transactions that arrive together share one durable commit. A commit waits for the disk (about 0.2 ms on an
 * SSD, far more on others), which is most of what a small transaction costs. Each piece of work runs in a savepoint of its
 * own, so that one that fails undoes only itself, and is answered after the commit. While another process holds the
 * lock they wait without holding up anybody else, and each gives up after its own timeout. With the lock nothing in a
 * transaction waits any more: where there is a write-ahead log, a commit needs no other.
 */
export class GroupCommit<Tables> {
  readonly #database: DatabaseSync;
  readonly #kysely: Kysely<Tables>;
  #waiting: Job<Tables>[] = [];
  #running: Promise<void> | undefined;
  /** How long a transaction waits for another process. */
  timeoutMs = TIMEOUT_MS;

  constructor(database: DatabaseSync, kysely: Kysely<Tables>) {
    this.#database = database;
    this.#kysely = kysely;
  }

  add<Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ addedAt: performance.now(), work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What this turn of the event loop brings belongs in the same batch, and another process may want the lock as well.
      await setImmediate();
      if (!(await this.#begin())) continue;
      const batch = this.#waiting.splice(0, MAX_BATCH);
      await this.#kysely.connection().execute((connection) => this.#commit(batch, connection));
    }
    this.#running = undefined;
  }

  /** Takes the lock; false where nobody waits for it any more. */
  async #begin(): Promise<boolean> {
    const heldSince = performance.now();
    for (;;) {
      try {
        this.#database.exec("begin immediate");
        return true;
      } catch (error) {
        const hasGivenUp = ({ addedAt }: Job<Tables>) =>
          !isSqliteBusy(error) || performance.now() - Math.max(addedAt, heldSince) > this.timeoutMs;
        while (this.#waiting[0] && hasGivenUp(this.#waiting[0])) this.#waiting.shift()?.reject(error);
        if (this.#waiting.length === 0) return false;
      }
      // No two alike: or two processes that try in step would take turns no more.
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }

  async #commit(batch: Job<Tables>[], connection: Kysely<Tables>): Promise<void> {
    const done: { job: Job<Tables>; value: unknown }[] = [];
    try {
      for (const [index, job] of batch.entries()) {
        this.#database.exec("savepoint job");
        try {
          const value = await job.work(connection);
          this.#database.exec("release job");
          done.push({ job, value });
        } catch (error) {
          job.reject(error);
          // A full disk makes SQLite drop the whole transaction, not only this job's part of it.
          if (!this.#database.isTransaction) {
            this.#waiting.unshift(...batch.slice(index + 1));
            batch.length = index + 1;
            throw error;
          }
          this.#database.exec("rollback to job; release job");
        }
      }
      this.#database.exec("commit");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      // Settling a promise a second time does nothing, so those already refused keep their own reason.
      for (const job of batch) job.reject(error);
      return;
    }
    for (const { job, value } of done) job.resolve(value);
  }
}
