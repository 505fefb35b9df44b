import { setImmediate as endOfTurn } from "node:timers/promises";

/** A request that begins a long work and the next turn of another work can follow each other without a pause. */
const MAX_BLOCKING_MS = 2;

const waiting: (() => void)[] = [];

/**
 * Only one long work runs in each turn of the event loop: an export, a search and an import in the same turn would keep
 * requests waiting three times as long.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

export class EventLoopYielder {
  readonly #pause: () => Promise<void>;
  #endsAt = performance.now() + MAX_BLOCKING_MS;

  /** Urgent work does not wait for other long work, because requests wait for it. */
  constructor({ isUrgent = false } = {}) {
    this.#pause = isUrgent ? endOfTurn : nextTurn;
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  async next(): Promise<void> {
    await this.#pause();
    this.#endsAt = performance.now() + MAX_BLOCKING_MS;
  }
}
