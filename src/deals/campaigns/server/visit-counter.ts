import { currentFacts } from "#company/facts/facts.ts";
import { wallClock } from "#platform/dates.ts";
import type { Clock } from "#platform/server/clock.ts";
import type { Database } from "#platform/server/database/database.ts";
import { addVisits } from "./store.ts";

type Options = {
  database: Database;
  clock: Clock;
  log: { warn: (details: object, text: string) => void };
};

const WRITE_INTERVAL_MS = 2_000;

/** Writes every two seconds, so that no redirect waits for a write. A killed process loses unwritten visits. */
export class VisitCounter {
  readonly #options: Options;
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  count(name: string): void {
    this.#add(`${wallClock(this.#options.clock.now(), currentFacts().timeZone).day} ${name}`, 1);
  }

  /** Resolves once all visits so far are written, or the write has failed and they remain for the next one. */
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
    this.#timer ??= setTimeout(() => void this.write(), WRITE_INTERVAL_MS);
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
