import { setImmediate } from "node:timers/promises";

const MAX_BLOCKING_MS = 8;

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
