// Visitors who write and read all the time, and remember what was acknowledged.
import { setTimeout as pause } from "node:timers/promises";
import { newContactMessage } from "../people.ts";
import { post } from "../programs/requests.ts";

const PAUSE_MS = 50;
const MAX_CALL_MS = 10_000;

export class Visitors {
  readonly acknowledged: string[] = [];
  /** What a refusal said that could not come from an update. */
  readonly surprises: string[] = [];
  #isOver = false;
  #longest = { write: 0, read: 0 };
  #last = { write: performance.now(), read: performance.now() };
  readonly #urls: readonly string[];
  readonly #loops: Promise<void>[];

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#loops = [this.#go("write", (url) => this.#write(url)), this.#go("read", (url) => this.#read(url))];
  }

  /** The longest times without an answer since the last call, in seconds, once both are answered again. */
  async takeLongest(): Promise<{ write: number; read: number }> {
    const now = performance.now();
    while (this.#last.write < now || this.#last.read < now) await pause(PAUSE_MS);
    const taken = { write: this.#longest.write / 1000, read: this.#longest.read / 1000 };
    this.#longest = { write: 0, read: 0 };
    return taken;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  /** As behind a proxy: the next process is asked if one does not answer. */
  async #go(kind: "write" | "read", call: (url: string) => Promise<boolean>): Promise<void> {
    while (!this.#isOver) {
      for (const url of this.#urls) {
        if (!(await call(url).catch(() => false))) continue;
        const now = performance.now();
        this.#longest[kind] = Math.max(this.#longest[kind], now - this.#last[kind]);
        this.#last[kind] = now;
        break;
      }
      await pause(PAUSE_MS);
    }
  }

  async #write(url: string): Promise<boolean> {
    const email = `visitor${this.acknowledged.length}-${Date.now()}@example.com`;
    const answer = await post(`${url}/api/contact`, newContactMessage({ email }));
    if (answer.status === 201) this.acknowledged.push(email);
    else if (answer.status !== 503 || !answer.headers.get("retry-after"))
      this.surprises.push(`${answer.status} ${answer.headers.get("retry-after")} ${await answer.text()}`);
    return answer.status === 201;
  }

  async #read(url: string): Promise<boolean> {
    const signal = AbortSignal.timeout(MAX_CALL_MS);
    return (await fetch(`${url}/api/bookings/available-days`, { signal })).status === 200;
  }
}
