// Two processes on one PostgreSQL behind the documented nginx, restarted one after the other under load.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isDrill } from "../drill.ts";
import { startNginx } from "../programs/nginx.ts";
import { freePort } from "../programs/postgres.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, type Slot } from "../programs/requests.ts";
import { databaseEnvironment } from "../server.ts";
import { countBookings } from "../stored-bookings.ts";

const SLOW = { timeout: 300_000 };
const ROUNDS = 5;
const VISITORS = 6;
const MAX_CALL_MS = 10_000;
const RETRY_PAUSE_MS = 50;
/** A pause between visits, so that the free times last for all rounds on a fast machine. */
const VISIT_PAUSE_MS = 200;
const WORTH_ANOTHER_TRY = new Set([502, 503, 504]);

test.runIf(isDrill && process.env.TEST_ENGINE === "postgres").for(["SIGTERM", "SIGKILL"] as const)(
  "two processes restarted one after the other under load, by %s: callers that repeat see no error, nothing is lost or doubled",
  SLOW,
  async (signal, { skip }) => {
    const settings = await databaseEnvironment();
    const ports = [await freePort(), await freePort()] as const;
    const start = (port: number) => startProcess({ ...settings, SITE_PORT: String(port), TRUST_PROXY: "127.0.0.1" });
    const sites = [await start(ports[0]), await start(ports[1])] as [SiteProcess, SiteProcess];
    const { url: proxy } = (await startNginx(ports)) ?? skip("nginx is not installed: apt-get install nginx");
    const visits = new Visits(proxy, await freeSlots(sites[0], 1200));
    const visitors = Array.from({ length: VISITORS }, () => visits.goOn());

    for (let round = 0; round < ROUNDS; round++)
      for (const index of [0, 1] as const) {
        await visits.more(10);
        if (signal === "SIGTERM") await stopInOrder(sites[index]);
        else await sites[index].end(signal);
        await visits.more(10);
        sites[index] = await start(ports[index]);
        expect((await fetch(`${sites[index].url}/readyz`)).status).toBe(200);
      }
    await visits.more(10);
    visits.isOver = true;
    await Promise.all(visitors);

    expect(visits.failures).toEqual([]);
    expect(visits.slowestMs).toBeLessThan(MAX_CALL_MS);
    expect(await countBookings(settings)).toEqual({ bookings: visits.booked, slots: visits.booked });
  },
);

/** Visitors who look for a time, book it and read their booking in a loop. Calls are retried as documented. */
class Visits {
  booked = 0;
  slowestMs = 0;
  isOver = false;
  readonly failures: string[] = [];
  readonly #url: string;
  readonly #slots: Slot[];

  constructor(url: string, slots: Slot[]) {
    this.#url = url;
    this.#slots = slots;
  }

  async goOn(): Promise<void> {
    for (let slot = this.#slots.pop(); slot && !this.isOver; slot = this.#slots.pop()) {
      const chosen = slot;
      const key = { "idempotency-key": randomUUID() };
      await this.#call(200, () => fetch(`${this.#url}/api/bookings/available-slots?date=${chosen.date}`));
      const email = `seller${this.#slots.length}@example.com`;
      const { bookingId } = await this.#call(201, () => book({ url: this.#url }, chosen, { email }, key));
      await this.#call(200, () => fetch(`${this.#url}/api/bookings/${bookingId}`));
      this.booked += 1;
      await pause(VISIT_PAUSE_MS);
    }
  }

  async more(count: number): Promise<void> {
    const enough = this.booked + count;
    await expect.poll(() => this.booked, { timeout: 30_000 }).toBeGreaterThanOrEqual(enough);
  }

  async #call(expected: number, send: () => Promise<Response>): Promise<{ bookingId?: string }> {
    const since = performance.now();
    for (;;) {
      const answer = await send().then(
        async (response) => ({ status: response.status, body: await response.text() }),
        () => undefined,
      );
      const tookMs = performance.now() - since;
      this.slowestMs = Math.max(this.slowestMs, tookMs);
      if (answer?.status === expected) return JSON.parse(answer.body);
      if ((answer && !WORTH_ANOTHER_TRY.has(answer.status)) || tookMs > MAX_CALL_MS) {
        this.failures.push(`${answer?.status} ${answer?.body}`);
        return {};
      }
      await pause(RETRY_PAUSE_MS);
    }
  }
}

/** Stops a process, which then accepts no connections. Requests it is already reading get an answer. */
async function stopInOrder(site: SiteProcess): Promise<void> {
  const port = Number(new URL(site.url).port);
  const question = connect(port, "127.0.0.1");
  onTestFinished(() => void question.destroy());
  await once(question, "connect");
  question.write("GET /readyz HTTP/1.1\r\n");
  // The process has read the line above when it answers this.
  await fetch(`${site.url}/healthz`);
  const exited = once(site.process, "exit");
  site.process.kill("SIGTERM");
  await expect.poll(() => takesConnections(port), { timeout: 10_000, interval: 5 }).toBe(false);
  question.write("Host: localhost\r\n\r\n");
  expect(await text(question)).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/i);
  expect(await exited).toEqual([0, null]);
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
