import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { book, type Slot } from "../programs/requests.ts";

const RETRY_PAUSE_MS = 50;
/** A pause between visits, so that the free times last for all rounds on a fast machine. */
const VISIT_PAUSE_MS = 200;
const WORTH_ANOTHER_TRY = new Set([502, 503, 504]);

/** Visitors who look for a time, book it and read their booking in a loop. Calls are retried as documented, each at the next of the sites. */
export class Visits {
  booked = 0;
  slowestMs = 0;
  isOver = false;
  readonly failures: string[] = [];
  readonly #urls: readonly string[];
  readonly #slots: Slot[];
  readonly #maxCallMs: number;
  #calls = 0;

  constructor(urls: readonly string[], slots: Slot[], maxCallMs: number) {
    this.#urls = urls;
    this.#slots = slots;
    this.#maxCallMs = maxCallMs;
  }

  async goOn(): Promise<void> {
    for (let slot = this.#slots.pop(); slot && !this.isOver; slot = this.#slots.pop()) {
      const chosen = slot;
      const key = { "idempotency-key": randomUUID() };
      await this.#call(200, (url) => fetch(`${url}/api/bookings/available-slots?date=${chosen.date}`));
      const email = `seller${this.#slots.length}@example.com`;
      const { bookingId } = await this.#call(201, (url) => book({ url }, chosen, { email }, key));
      await this.#call(200, (url) => fetch(`${url}/api/bookings/${bookingId}`));
      this.booked += 1;
      await pause(VISIT_PAUSE_MS);
    }
  }

  async more(count: number): Promise<void> {
    const enough = this.booked + count;
    await expect.poll(() => this.booked, { timeout: 30_000 }).toBeGreaterThanOrEqual(enough);
  }

  async #call(expected: number, send: (url: string) => Promise<Response>): Promise<{ bookingId?: string }> {
    const since = performance.now();
    for (;;) {
      const answer = await send(this.#urls[this.#calls++ % this.#urls.length] ?? "").then(
        async (response) => ({ status: response.status, body: await response.text() }),
        () => undefined,
      );
      const tookMs = performance.now() - since;
      this.slowestMs = Math.max(this.slowestMs, tookMs);
      if (answer?.status === expected) return JSON.parse(answer.body);
      if ((answer && !WORTH_ANOTHER_TRY.has(answer.status)) || tookMs > this.#maxCallMs) {
        this.failures.push(`${answer?.status} ${answer?.body}`);
        return {};
      }
      await pause(RETRY_PAUSE_MS);
    }
  }
}
