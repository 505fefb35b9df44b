import { deepStrictEqual, ok } from "node:assert";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Slot } from "#test/programs/requests.ts";
import { type Answer, type Reachable, Visitor } from "./visitor.ts";

const VISITORS = 4;
/** The pause makes the free slots outlast a rolling restart. */
const VISIT_PAUSE_MS = 250;
const RETRY_PAUSE_MS = 100;
const MAX_CALL_MS = 20_000;
const PAGES = ["/", "/about", "/book-meeting", "/api/bookings/available-days"];

export class Visits {
  calls = 0;
  booked = 0;
  slowestMs = 0;
  readonly #failures: string[] = [];
  readonly #caddy: Reachable;
  readonly #slots: Slot[];
  readonly #repeats: boolean;
  #isOver = false;
  #visitors: Promise<void>[] = [];

  constructor(caddy: Reachable, slots: Slot[], { repeats }: { repeats: boolean }) {
    this.#caddy = caddy;
    this.#slots = slots;
    this.#repeats = repeats;
  }

  start(): void {
    this.#visitors = Array.from({ length: VISITORS }, (_, index) => this.#goOn(index));
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#visitors);
    deepStrictEqual(this.#failures, []);
  }

  toString(): string {
    return `${this.calls} calls, ${this.booked} bookings, slowest ${Math.round(this.slowestMs)} ms`;
  }

  async #goOn(index: number): Promise<void> {
    const visitor = new Visitor(this.#caddy, `127.0.1.${index + 1}`);
    for (let slot = this.#slots.pop(); slot && !this.#isOver; slot = this.#slots.pop()) {
      const chosen = slot;
      const key = { "idempotency-key": randomUUID() };
      await this.#call(200, () => visitor.call(PAGES[this.calls % PAGES.length] ?? "/"));
      const name = `seller${this.#slots.length}`;
      const { bookingId } = await this.#call(201, () => visitor.book(chosen, name, key));
      this.booked += bookingId ? 1 : 0;
      await this.#call(200, () => visitor.call(`/api/bookings/${bookingId}`));
      await pause(VISIT_PAUSE_MS);
    }
  }

  async more(count: number): Promise<void> {
    const enough = this.booked + count;
    const end = Date.now() + 60_000;
    while (this.booked < enough) {
      ok(Date.now() < end && this.#failures.length === 0, `bookings have stopped: ${this.#failures.join("; ")}`);
      await pause(20);
    }
  }

  async #call(expected: number, send: () => Promise<Answer>): Promise<{ bookingId?: string }> {
    const since = performance.now();
    for (;;) {
      this.calls += 1;
      const answer = await send().catch((error: Error) => ({ status: 0, body: error.message }));
      const tookMs = performance.now() - since;
      this.slowestMs = Math.max(this.slowestMs, tookMs);
      if (answer.status === expected) return answer.body.startsWith("{") ? JSON.parse(answer.body) : {};
      const isWorthARepeat = [0, 502, 503, 504].includes(answer.status) && tookMs < MAX_CALL_MS;
      if (!this.#repeats || !isWorthARepeat) {
        this.#failures.push(`${answer.status} instead of ${expected}: ${answer.body.slice(0, 300)}`);
        return {};
      }
      await pause(RETRY_PAUSE_MS);
    }
  }
}
