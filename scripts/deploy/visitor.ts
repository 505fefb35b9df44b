import { request } from "node:https";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { newBooking } from "#test/people.ts";
import type { Slot } from "#test/programs/requests.ts";

const MAX_START_MS = 30_000;
/** A connection that is never answered is a failure of the check, not its end. */
const MAX_SILENCE_MS = 30_000;

export type Reachable = { url: string; ca: string };

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

type Call = { method?: string; body?: object | string; headers?: Record<string, string> };

export class Visitor {
  readonly #caddy: Reachable;
  readonly #from: string;

  constructor(caddy: Reachable, from: string) {
    this.#caddy = caddy;
    this.#from = from;
  }

  /** The promise rejects if the connection breaks. Nothing is repeated. */
  async call(path: string, { method = "GET", body, headers = {} }: Call = {}): Promise<Answer> {
    const sent = typeof body === "object" ? JSON.stringify(body) : body;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const call = request(`${this.#caddy.url}${path}`, {
      method,
      ca: this.#caddy.ca,
      agent: false,
      localAddress: this.#from,
      family: 4,
      signal: AbortSignal.timeout(MAX_SILENCE_MS),
      headers: {
        ...(sent !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(sent) }),
        ...headers,
      },
    });
    call.on("response", (answer) => {
      text(answer).then(
        (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
        reject,
      );
    });
    call.on("error", reject);
    call.end(sent);
    return promise;
  }

  book({ date, time }: Slot, name: string, headers: Record<string, string> = {}): Promise<Answer> {
    const phone = `(217) 555-${String(1000 + (hash(name) % 9000))}`;
    const body = newBooking({ meetingDate: date, meetingTime: time, email: `${name}@example.com`, phone });
    return this.call("/api/bookings", { method: "POST", body, headers });
  }
}

export async function untilServed(caddy: Reachable): Promise<void> {
  const end = Date.now() + MAX_START_MS;
  for (;;) {
    const answer = await new Visitor(caddy, "127.0.0.1").call("/").catch((error: Error) => error);
    if ("status" in answer && answer.status === 200) return;
    if (Date.now() > end) throw new Error("Caddy does not serve the site", { cause: answer });
    await pause(100);
  }
}

/** Slots start on the third open day, because earlier ones may pass while the check runs. */
export async function freeSlotsBehind(caddy: Reachable, count: number): Promise<Slot[]> {
  const visitor = new Visitor(caddy, "127.0.0.1");
  const read = async (path: string) => JSON.parse((await visitor.call(`/api/bookings/${path}`)).body);
  const { days } = (await read("available-days")) as { days: { date: string; state: string }[] };
  const slots: Slot[] = [];
  for (const { date } of days.filter(({ state }) => state === "open").slice(2)) {
    const { slots: times } = (await read(`available-slots?date=${date}`)) as { slots: string[] };
    slots.push(...times.map((time) => ({ date, time })));
    if (slots.length >= count) return slots.slice(0, count);
  }
  throw new Error("Too few slots.");
}

function hash(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}
