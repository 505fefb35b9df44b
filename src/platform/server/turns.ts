import { setImmediate } from "node:timers/promises";

const LONGEST_TURN_MS = 8;

/** For work that takes long: done a little at a time, with everybody else's turn in between. */
export class Turns {
  #endsAt = performance.now() + LONGEST_TURN_MS;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Resolves when the others have had their turn. */
  async next(): Promise<void> {
    await setImmediate();
    this.#endsAt = performance.now() + LONGEST_TURN_MS;
  }
}
