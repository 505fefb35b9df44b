// Works off a table of what is owed, a few rows at a time: claims, delivers, records how that went. Several processes may do so
// on one database. A process that dies leaves its claims behind; the others release them, and the next one after it does.
import { setTimeout as sleep } from "node:timers/promises";
import type { ClaimedRow } from "./queue.ts";

export type WorkerLog = Record<"info" | "warn" | "error", (details: object, text: string) => void>;

type Options = {
  /** What it works off, for the log: "mail". */
  name: string;
  pollSeconds: number;
  concurrency: number;
  /** The least a delivery takes, so that a long queue leaves the processor to the visitors. */
  throttleMs: number;
  log: WorkerLog;
};

/** How often claims are looked at: one that a dead process left must be released timeoutSignal ten seconds. */
const RELEASE_INTERVAL_MS = 1_000;
const MAX_RECORD_ATTEMPTS = 60;
const RECORD_RETRY_MS = 1_000;
/** How long a stop waits for deliveries under way before it breaks them off. */
const STOP_GRACE_MS = 4_000;
const MAX_STOP_MS = 7_000;

export abstract class QueueWorker<Row extends ClaimedRow> {
  readonly #worker: Options;
  readonly #inFlight = new Map<Promise<void>, Row>();
  readonly #breakOff = new AbortController();
  #isWanted = false;
  #isStopping = false;
  #isReleaseFailing = false;
  #claiming: Promise<void> | undefined;
  #releasing: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;
  #release: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#worker = options;
  }

  /** Takes up to `limit` rows that are due. */
  protected abstract claim(limit: number): Promise<Row[]>;

  /** Releases the claims that nobody works at any more; returns how many those were. */
  protected abstract release(isInFlight: (row: ClaimedRow) => boolean): Promise<number>;

  /** Tries one of them and records how that went. */
  protected abstract deliver(row: Row): Promise<void>;

  /** Looks for due rows now and every few seconds. */
  start(): void {
    this.#poll = setInterval(() => this.wake(), this.#worker.pollSeconds * 1000);
    this.#release = setInterval(() => this.#releaseAll(), RELEASE_INTERVAL_MS);
    this.#releaseAll();
    this.#look();
  }

  /** Looks for due rows now: called after whatever may have queued some. Does nothing before the start. */
  wake(): void {
    if (this.#poll) this.#look();
  }

  /** Sends what is due and resolves when nothing is under way any more. */
  async sendDue(): Promise<void> {
    await this.#releaseAll();
    this.#look();
    await this.#settled();
  }

  /** Takes no more rows, waits a little for what is under way, then breaks it off: it is tried again after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    clearInterval(this.#release);
    const graceOver = setTimeout(() => this.#breakOff.abort(), STOP_GRACE_MS);
    // A database that hangs must not hold up the stop: others release what is claimed.
    await Promise.race([this.#settled(), sleep(MAX_STOP_MS, undefined, { ref: false })]);
    clearTimeout(graceOver);
  }

  /** What is being tried at the moment. */
  protected get inFlight(): Row[] {
    return [...this.#inFlight.values()];
  }

  /** Ends with the time limit, or when the process has to stop. */
  protected timeoutSignal(timeoutMs: number): AbortSignal {
    return AbortSignal.any([this.#breakOff.signal, AbortSignal.timeout(timeoutMs)]);
  }

  /** What was sent must be known as sent, or it would be sent again: worth waiting for the database. */
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

  #look(): void {
    if (this.#isStopping) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll();
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
      log.info({ released }, `the ${name} worker released what nobody works at any more`);
      this.wake();
    } catch (error) {
      // Said once, not every second.
      if (!this.#isReleaseFailing) log.error({ err: error }, `the ${name} worker could not look at what is claimed`);
      this.#isReleaseFailing = true;
    }
  }

  async #claimAll(): Promise<void> {
    const { name, concurrency, log } = this.#worker;
    // So that it is never over before it is noted as running.
    await undefined;
    while (this.#isWanted && !this.#isStopping && this.#inFlight.size < concurrency) {
      this.#isWanted = false;
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
      .catch((error) => log.error({ err: error }, `the ${name} worker could not record an outcome`))
      .finally(() => {
        this.#inFlight.delete(tracked);
        this.#look();
      });
    this.#inFlight.set(tracked, row);
  }
}
