// Two processes on PostgreSQL behind Caddy, restarted one after the other as docs/install.md says, under load.
import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type RunningSite, startSite, stopSite } from "#test/e2e/site.ts";
import { freePort, startPostgres } from "#test/programs/postgres.ts";
import { freeSlots, type Slot } from "#test/programs/requests.ts";
import { type Caddy, futureCaddy, startCaddy } from "./caddy.ts";
import { requirePrograms } from "./part.ts";
import { type Answer, Visitor } from "./visitor.ts";

const ROUNDS = 2;
const VISITORS = 4;
const VISIT_PAUSE_MS = 100;
const RETRY_PAUSE_MS = 100;
const MAX_CALL_MS = 20_000;
const PAGES = ["/", "/about", "/book-meeting", "/api/bookings/available-days"];

/** Nobody repeats anything. */
export function restartInOrder(): Promise<string> {
  return underLoad({ repeats: false }, async ({ caddy, ports, restart }) => {
    for (const index of [0, 1] as const) {
      await caddy.pointTo(ports[1 - index] as number);
      await restart(index, "SIGTERM");
      await caddy.pointTo(...ports);
    }
  });
}

/** Without a word to Caddy. Callers repeat as docs/integrations.md says. */
export function killEither(): Promise<string> {
  return underLoad({ repeats: true }, async ({ restart }) => {
    await restart(0, "SIGKILL");
    await restart(1, "SIGTERM");
  });
}

type Setup = {
  caddy: Caddy;
  ports: [number, number];
  restart(index: 0 | 1, signal: NodeJS.Signals): Promise<void>;
};

async function underLoad(options: { repeats: boolean }, round: (setup: Setup) => Promise<void>): Promise<string> {
  requirePrograms("caddy");
  const postgres = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), "rolling-"));
  const { url, port } = await futureCaddy();
  const databaseUrl = postgres.url("postgres");
  const settings = {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(24).toString("hex"),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    TRUST_PROXY: "127.0.0.1",
  };
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = (at: number) => startSite({ ...settings, PORT: String(at) });
  const sites: RunningSite[] = [];
  let caddy: Caddy | undefined;
  try {
    sites.push(await start(ports[0]), await start(ports[1]));
    caddy = await startCaddy(port, ports);
    const visits = new Visits(caddy, await freeSlots({ url: `http://localhost:${ports[0]}` }, 600), options);
    const visitors = Array.from({ length: VISITORS }, (_, index) => visits.goOn(index));
    const restart = async (index: 0 | 1, signal: NodeJS.Signals) => {
      await visits.more(5);
      await end(sites[index] as RunningSite, signal);
      await visits.more(5);
      sites[index] = await start(ports[index]);
      await visits.more(5);
    };
    for (let count = 0; count < ROUNDS; count++) await round({ caddy, ports, restart });
    visits.isOver = true;
    await Promise.all(visitors);
    deepStrictEqual(visits.failures, []);
    strictEqual(await countBookings(databaseUrl), visits.booked);
    return `${visits.calls} calls, ${visits.booked} bookings, ${2 * ROUNDS} restarts, none lost; slowest ${Math.round(visits.slowestMs)} ms`;
  } finally {
    await caddy?.stop();
    for (const site of sites) await stopSite(site, { keepData: true });
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function end(site: RunningSite, signal: NodeJS.Signals): Promise<void> {
  if (signal === "SIGTERM") return stopSite(site, { keepData: true });
  const exited = new Promise((resolve) => site.process.once("exit", resolve));
  site.process.kill(signal);
  await exited;
}

/** Visitors who look at a page, book a time and read their booking, in a loop. */
class Visits {
  calls = 0;
  booked = 0;
  slowestMs = 0;
  isOver = false;
  readonly failures: string[] = [];
  readonly #caddy: Caddy;
  readonly #slots: Slot[];
  readonly #repeats: boolean;

  constructor(caddy: Caddy, slots: Slot[], { repeats }: { repeats: boolean }) {
    this.#caddy = caddy;
    this.#slots = slots;
    this.#repeats = repeats;
  }

  async goOn(index: number): Promise<void> {
    const visitor = new Visitor(this.#caddy, `127.0.1.${index + 1}`);
    for (let slot = this.#slots.pop(); slot && !this.isOver; slot = this.#slots.pop()) {
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

  /** Waits for this many further bookings. */
  async more(count: number): Promise<void> {
    const enough = this.booked + count;
    const end = Date.now() + 60_000;
    while (this.booked < enough) {
      ok(Date.now() < end && this.failures.length === 0, `bookings have stopped: ${this.failures.join("; ")}`);
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
        this.failures.push(`${answer.status} instead of ${expected}: ${answer.body.slice(0, 300)}`);
        return {};
      }
      await pause(RETRY_PAUSE_MS);
    }
  }
}

async function countBookings(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query("select count(*)::int as count from bookings");
    return rows[0].count;
  } finally {
    await client.end();
  }
}
