import type { DatabaseSync } from "node:sqlite";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { EventLoopYielder } from "../event-loop-yield.ts";
import { isSqliteBusy } from "./driver-errors.ts";
import { pendingIndexer } from "./sqlite.ts";
import type { Db } from "./tables.ts";

type Job = {
  addedAt: number;
  work: (trx: Db) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

const MAX_BATCH = 100;
const TIMEOUT_MS = 10_000;
const RETRY_MS = 3;

/**
 * One durable commit serves the transactions that arrive together, because waiting for the disk (0.2 ms on an SSD, far
 * more elsewhere) is most of the cost of a small one. Each job runs in a savepoint, so that a failure rolls back only
 * itself. While another process holds the lock, jobs wait without blocking the event loop, each with its own timeout.
 */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #kysely: Db;
  readonly #onCommit: () => void;
  readonly #index: () => void;
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;
  #settings: string | undefined;
  #timeoutMs = TIMEOUT_MS;

  constructor(database: DatabaseSync, kysely: Db, onCommit: () => void) {
    this.#database = database;
    this.#kysely = kysely;
    this.#onCommit = onCommit;
    this.#index = pendingIndexer(database);
  }

  add<Result>(work: (trx: Db) => Promise<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({ addedAt: performance.now(), work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** The settings are made before the next transaction, because SQLite refuses some of them within one. */
  beginServing(options: { timeoutMs: number; settings: string }): void {
    this.#timeoutMs = options.timeoutMs;
    this.#settings = options.settings;
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // All requests of this event loop turn can join the batch, and another process can take the lock.
      await setImmediate();
      if (!(await this.#begin())) continue;
      const batch = this.#waiting.splice(0, MAX_BATCH);
      await this.#kysely.connection().execute((connection) => this.#commit(batch, connection));
    }
    this.#running = undefined;
  }

  async #begin(): Promise<boolean> {
    const heldSince = performance.now();
    for (;;) {
      try {
        if (this.#settings) this.#database.exec(this.#settings);
        this.#settings = undefined;
        this.#database.exec("begin immediate");
        return true;
      } catch (error) {
        const hasTimedOut = ({ addedAt }: Job) =>
          !isSqliteBusy(error) || performance.now() - Math.max(addedAt, heldSince) > this.#timeoutMs;
        while (this.#waiting[0] && hasTimedOut(this.#waiting[0])) this.#waiting.shift()?.reject(error);
        if (this.#waiting.length === 0) return false;
      }
      // The wait is random, so that two processes that retry in step cannot lock each other out.
      await sleep(RETRY_MS * (0.5 + Math.random()));
    }
  }

  async #commit(batch: Job[], connection: Db): Promise<void> {
    const done: { job: Job; value: unknown }[] = [];
    const yielder = new EventLoopYielder({ isUrgent: true });
    try {
      for (const [index, job] of batch.entries()) {
        this.#database.exec("savepoint job");
        try {
          const value = await job.work(connection);
          this.#database.exec("release job");
          done.push({ job, value });
        } catch (error) {
          job.reject(error);
          // On a full disk SQLite rolls back the whole transaction, not only this savepoint.
          if (!this.#database.isTransaction) {
            this.#waiting.unshift(...batch.slice(index + 1));
            batch.length = index + 1;
            throw error;
          }
          this.#database.exec("rollback to job; release job");
        }
        if (yielder.isOver) await yielder.next();
      }
      this.#index();
      this.#database.exec("commit");
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("rollback");
      for (const job of batch) job.reject(error);
      return;
    }
    for (const { job, value } of done) job.resolve(value);
    this.#onCommit();
  }
}
