// Works off a table of what is owed, a few rows at a time: claims, delivers, records how that went. Several processes may do so
// on one database. A process that dies leaves its claim behind, which runs out, and another one takes the row over.
import { setTimeout as sleep } from "node:timers/promises";

export type WorkerLog = Record<"info" | "warn" | "error", (details: object, text: string) => void>;

type Options = {
  /** What it works off, for the log: "mail". */
  name: string;
  pollSeconds: number;
  atOnce: number;
  /** The least a delivery takes, so that a long queue leaves the processor to the visitors. */
  paceMs: number;
  log: WorkerLog;
};

const RECORD_TRIES = 60;
const RECORD_PAUSE_MS = 1_000;
/** How long a stop waits for deliveries under way before it breaks them off. */
const STOP_GRACE_MS = 4_000;
const LONGEST_STOP_MS = 7_000;

export abstract class QueueWorker<Row> {
  readonly #worker: Options;
  readonly #underWay = new Set<Promise<void>>();
  readonly #breakOff = new AbortController();
  #isWanted = false;
  #isStopping = false;
  #claiming: Promise<void> | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#worker = options;
  }

  /** Takes up to `limit` rows that are due. */
  protected abstract claim(limit: number): Promise<Row[]>;

  /** Tries one of them and records how that went. */
  protected abstract deliver(row: Row): Promise<void>;

  /** Looks for due rows now and every few seconds. */
  start(): void {
    this.#poll = setInterval(() => this.wake(), this.#worker.pollSeconds * 1000);
    this.#look();
  }

  /** Looks for due rows now: called after whatever may have queued some. Does nothing before the start. */
  wake(): void {
    if (this.#poll) this.#look();
  }

  /** Sends what is due and resolves when nothing is under way any more. */
  async sendDue(): Promise<void> {
    this.#look();
    await this.#settled();
  }

  /** Takes no more rows, waits a little for what is under way, then breaks it off: it is tried again after the next start. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    const graceOver = setTimeout(() => this.#breakOff.abort(), STOP_GRACE_MS);
    // A database that hangs must not hold up the stop: claims run out by themselves.
    await Promise.race([this.#settled(), sleep(LONGEST_STOP_MS, undefined, { ref: false })]);
    clearTimeout(graceOver);
  }

  protected get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  /** Ends with the time limit, or when the process has to stop. */
  protected within(limitMs: number): AbortSignal {
    return AbortSignal.any([this.#breakOff.signal, AbortSignal.timeout(limitMs)]);
  }

  /** What was sent must be known as sent, or it would be sent again: worth waiting for the database. */
  protected async untilRecorded(record: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await record();
      } catch (error) {
        if (tries >= RECORD_TRIES || this.#isStopping) throw error;
        await sleep(RECORD_PAUSE_MS);
      }
    }
  }

  async #settled(): Promise<void> {
    while (this.#claiming || this.#underWay.size > 0) {
      await this.#claiming;
      await Promise.all(this.#underWay);
    }
  }

  #look(): void {
    if (this.#isStopping) return;
    this.#isWanted = true;
    this.#claiming ??= this.#claimAll();
  }

  async #claimAll(): Promise<void> {
    const { name, atOnce, log } = this.#worker;
    // So that it is never over before it is noted as running.
    await undefined;
    while (this.#isWanted && !this.#isStopping && this.#underWay.size < atOnce) {
      this.#isWanted = false;
      try {
        for (const row of await this.claim(atOnce - this.#underWay.size)) this.#track(this.#deliverInTime(row));
      } catch (error) {
        log.error({ err: error }, `the ${name} worker could not read the database`);
      }
    }
    this.#claiming = undefined;
  }

  async #deliverInTime(row: Row): Promise<void> {
    const pace = sleep(this.#worker.paceMs);
    await this.deliver(row);
    if (!this.#isStopping) await pace;
  }

  #track(delivery: Promise<void>): void {
    const { name, log } = this.#worker;
    const tracked = delivery
      .catch((error) => log.error({ err: error }, `the ${name} worker could not record an outcome`))
      .finally(() => {
        this.#underWay.delete(tracked);
        this.#look();
      });
    this.#underWay.add(tracked);
  }
}
