import { setImmediate } from "node:timers/promises";

/** What a request begins and what goes on after a turn may follow each other without anything in between. */
const MAX_BLOCKING_MS = 4;

/** Splits long work, so that other requests run in between. */
export class EventLoopYielder {
  #endsAt = performance.now() + MAX_BLOCKING_MS;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#endsAt = performance.now() + MAX_BLOCKING_MS;
  }
}
