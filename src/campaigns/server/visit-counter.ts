import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { timeZone } from "#site";
import { addVisits } from "./store.ts";
import type { CampaignsTables } from "./table.ts";

type Options = {
  database: Database<CampaignsTables>;
  clock: Clock;
  log: { warn: (details: object, text: string) => void };
};

const WRITTEN_EVERY_MS = 2_000;

/**
 * Counts visits of short links in memory and writes them down together: nobody who follows a link waits for a write, and
 * however many do, there is one in two seconds. What a process has counted since is lost only where it is killed.
 */
export class VisitCounter {
  readonly #options: Options;
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** One visit, on the company's day it is now. */
  count(name: string): void {
    this.#add(`${wallClock(this.#options.clock.now(), timeZone).day} ${name}`, 1);
  }

  /** Resolves once everything counted so far is written, or has failed to be and is kept for the next time. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeNow());
    await this.#writing;
  }

  async stop(): Promise<void> {
    await this.write();
    clearTimeout(this.#timer);
  }

  #add(key: string, count: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
    this.#timer ??= setTimeout(() => void this.write(), WRITTEN_EVERY_MS);
  }

  async #writeNow(): Promise<void> {
    const counts = this.#counts;
    if (counts.size === 0) return;
    this.#counts = new Map();
    const visits = [...counts].map(([key, count]) => ({ day: key.slice(0, 10), name: key.slice(11), count }));
    try {
      await this.#options.database.transaction((trx) => addVisits(trx, visits));
    } catch (error) {
      for (const [key, count] of counts) this.#add(key, count);
      this.#options.log.warn({ err: error }, "visits of short links are not written yet");
    }
  }
}
