import { setImmediate as endOfTurn } from "node:timers/promises";

const MAX_BLOCKING_MS = 2;

const waiting: (() => void)[] = [];

/** An export, a search and an import in one turn of the event loop would keep requests waiting three times as long. */
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
