import type { DatabaseSync } from "node:sqlite";
import type { Kysely } from "kysely";

type Job<Tables> = {
  work: (trx: Kysely<Tables>) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Bounds how long one commit keeps readers of its result waiting. */
const LARGEST_BATCH = 100;

/**
 * Lets the transactions that arrive together share one durable commit. A commit waits for the disk (about 0.2 ms on an
 * SSD, far more on others), which is most of what a small transaction costs. Each piece of work runs in a savepoint of its
 * own, so that one that fails undoes only itself, and is answered after the commit.
 */
export class GroupCommit<Tables> {
  readonly #database: DatabaseSync;
  readonly #kysely: Kysely<Tables>;
  #waiting: Job<Tables>[] = [];
  #running: Promise<void> | undefined;

  constructor(database: DatabaseSync, kysely: Kysely<Tables>) {
    this.#database = database;
    this.#kysely = kysely;
  }

  add<Result>(work: (trx: Kysely<Tables>) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Everything this turn of the event loop brings belongs in the first batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH);
      await this.#kysely.connection().execute((connection) => this.#commit(batch, connection));
    }
    this.#running = undefined;
  }

  async #commit(batch: Job<Tables>[], connection: Kysely<Tables>): Promise<void> {
    const done: { job: Job<Tables>; value: unknown }[] = [];
    try {
      this.#database.exec("begin immediate");
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
