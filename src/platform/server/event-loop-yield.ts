import { setImmediate } from "node:timers/promises";

const MAX_BLOCKING_MS = 8;

/** For work that takes long: done a little at a time, with everybody else's turn in between. */
export class EventLoopYielder {
  #endsAt = performance.now() + MAX_BLOCKING_MS;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Resolves when the others have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#endsAt = performance.now() + MAX_BLOCKING_MS;
  }
}
