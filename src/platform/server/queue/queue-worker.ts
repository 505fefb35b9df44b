// Several processes may share a queue. The others, or the next one to start, release the claims of a process that dies.

import { setTimeout as sleep } from "node:timers/promises";
import { readAs } from "#platform/server/database/queries/limited-reads.ts";
import type { ClaimedRow } from "./queue.ts";

export type WorkerLog = Record<"info" | "warn" | "error", (details: object, text: string) => void>;

type Options = {
  name: string;
  pollSeconds: number;
  concurrency: number;
  throttleMs: number;
  log: WorkerLog;
};

/** Claims of a dead process must be released within ten seconds. */
const RELEASE_INTERVAL_MS = 1_000;
const MAX_RECORD_ATTEMPTS = 60;
const RECORD_RETRY_MS = 1_000;
const STOP_GRACE_MS = 4_000;
const MAX_STOP_MS = 7_000;

export abstract class QueueWorker<Row extends ClaimedRow> {
  readonly #worker: Options;
  readonly #inFlight = new Map<Promise<void>, Row>();
  readonly #abort = new AbortController();
  #isClaimRequested = false;
  #isStopping = false;
  #isReleaseFailing = false;
  #claiming: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #release: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#worker = options;
  }

  protected abstract claim(limit: number): Promise<Row[]>;

  protected abstract release(isInFlight: (row: ClaimedRow) => boolean): Promise<number>;

  protected abstract deliver(row: Row): Promise<void>;

  start(): void {
    this.#poll = setInterval(() => this.wake(), this.#worker.pollSeconds * 1000);
    this.#release = setInterval(() => this.#releaseAll(), RELEASE_INTERVAL_MS);
    this.#releaseAll();
    this.#requestClaim();
  }

  wake(): void {
    if (this.#poll) this.#requestClaim();
  }

  async sendDue(): Promise<void> {
    await this.#releaseAll();
    this.#requestClaim();
    await this.#settled();
  }

  /** Deliveries in flight get a short grace period and are then aborted: the next start retries them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    clearInterval(this.#release);
    const graceOver = setTimeout(() => this.#abort.abort(), STOP_GRACE_MS);
    // A database that hangs must not block the stop: other processes release the claims.
    await Promise.race([this.#settled(), sleep(MAX_STOP_MS, undefined, { ref: false })]);
    clearTimeout(graceOver);
  }

  protected get inFlight(): Row[] {
    return [...this.#inFlight.values()];
  }

  protected timeoutSignal(timeoutMs: number): AbortSignal {
    return AbortSignal.any([this.#abort.signal, AbortSignal.timeout(timeoutMs)]);
  }

  /** An unrecorded delivery would be sent again, so this waits for the database. */
  protected async retryUntilRecorded(record: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await record();
      } catch (error) {
        if (tries >= MAX_RECORD_ATTEMPTS || this.#isStopping) throw error;
        await sleep(RECORD_RETRY_MS);
      }
    }
  }

  async #settled(): Promise<void> {
    while (this.#claiming || this.#releasing || this.#inFlight.size > 0) {
      await Promise.all([this.#claiming, this.#releasing]);
      await Promise.all(this.#inFlight.keys());
    }
  }

  #requestClaim(): void {
    if (this.#isStopping) return;
    this.#isClaimRequested = true;
    // A request may wake the worker, whose work is not for that reader alone.
    this.#claiming ??= readAs(undefined, () => this.#claimAll());
  }

  #releaseAll(): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
    this.#releasing ??= this.#releaseOnce().finally(() => {
      this.#releasing = undefined;
    });
    return this.#releasing;
  }

  async #releaseOnce(): Promise<void> {
    const { name, log } = this.#worker;
    try {
      const released = await this.release(({ id, claim }) =>
        this.inFlight.some((row) => row.id === id && row.claim === claim),
      );
      this.#isReleaseFailing = false;
      if (released === 0) return;
      log.info({ released }, `the ${name} worker released the claims of dead processes`);
      this.wake();
    } catch (error) {
      if (!this.#isReleaseFailing) log.error({ err: error }, `the ${name} worker could not check the claims`);
      this.#isReleaseFailing = true;
    }
  }

  async #claimAll(): Promise<void> {
    const { name, concurrency, log } = this.#worker;
    // The loop must not end before it is stored as running.
    await undefined;
    while (this.#isClaimRequested && !this.#isStopping && this.#inFlight.size < concurrency) {
      this.#isClaimRequested = false;
      try {
        for (const row of await this.claim(concurrency - this.#inFlight.size))
          this.#track(row, this.#deliverInTime(row));
      } catch (error) {
        log.error({ err: error }, `the ${name} worker could not read the database`);
      }
    }
    this.#claiming = undefined;
  }

  async #deliverInTime(row: Row): Promise<void> {
    const throttle = sleep(this.#worker.throttleMs);
    await this.deliver(row);
    if (!this.#isStopping) await throttle;
  }

  #track(row: Row, delivery: Promise<void>): void {
    const { name, log } = this.#worker;
    const tracked = delivery
      .catch((error) => log.error({ err: error }, `the ${name} worker could not record a result`))
      .finally(() => {
        this.#inFlight.delete(tracked);
        this.#requestClaim();
      });
    this.#inFlight.set(tracked, row);
  }
}
