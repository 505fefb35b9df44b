import { setImmediate as endOfTurn } from "node:timers/promises";

/** A request that begins a long work, and the work's next turn, follow each other with nothing in between. */
const MAX_BLOCKING_MS = 2;

const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop in which no other long work goes on. With a turn for each in the same one, an export, a
 * search and an import together would keep requests waiting three times as long.
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

/** Splits long work, so that requests are answered in between. */
export class EventLoopYielder {
  readonly #pause: () => Promise<void>;
  #endsAt = performance.now() + MAX_BLOCKING_MS;

  /** Where requests wait for the work, it does not wait for other long work. */
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
