import { setImmediate as endOfTurn } from "node:timers/promises";

/** What a request begins and what goes on after a turn may follow each other without anything in between. */
const MAX_BLOCKING_MS = 4;

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
