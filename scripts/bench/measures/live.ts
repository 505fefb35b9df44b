// P22 and P23: what open streams cost visitors and memory. P24 and P25: how soon staff see and hear that a lead has come.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { WEEKDAYS } from "#company/facts/choices.ts";
import { systemClock } from "#platform/server/clock.ts";
import { addAccount, PASSWORD } from "#test/accounts.ts";
import { newContactMessage } from "#test/people.ts";
import { startPostgres } from "#test/programs/postgres.ts";
import { type PushService, startPushService } from "#test/ringing/push-service.ts";
import { withDatabase } from "#test/stored-bookings.ts";
import { CHROME, CHROME_FLAGS } from "../clients/chrome.ts";
import { load } from "../clients/load.ts";
import { openStream, openStreams } from "../clients/streams.ts";
import { type Measurement, median, notMeasured, percentile, type Row } from "../row.ts";
import { farHorizon } from "../sites/far-horizon.ts";
import type { MemoryAtRest } from "../sites/memory-at-rest.ts";
import { cpuOf, freePort, type SiteProcess, startSite, withFolder } from "../sites/site-process.ts";
import { everyFreeSlot } from "./bookings.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
const STREAMS = 50;
const MANY_STREAMS = 200;
const SETTLE_MS = 2_000;
const LEADS = 30;
const PAUSE_MS = 300;
/** Leads that come faster are shown together. */
const SHOWN_PAUSE_MS = 2_500;
const MUST = { cost: 1.2, kb: 300, shownMs: 1_000, rungMs: 2_000 };
/** An account may have thirty streams. */
const ADMINS = Array.from({ length: 7 }, (_, index) => `admin${index}@example.com`);
const SELLER = "Tomás";

type Arena = {
  engine: string;
  site: SiteProcess;
  other: SiteProcess;
  memoryPort: number;
  tokens: readonly string[];
  push: PushService;
};

export const measureLive: Measurement = async () => {
  const rows: Row[] = [];
  for (const engine of ["SQLite", "PostgreSQL"]) rows.push(...(await withArena(engine, measureArena)));
  return rows;
};

async function measureArena(arena: Arena): Promise<Row[]> {
  return [
    // First, because later streams find memory that others have given back.
    await memoryOfStream(arena),
    await costOfStreams(arena),
    await untilTold(arena, "the stream of another admin", arena.site),
    await untilTold(arena, "the same at another process", arena.other),
    await untilShown(arena),
    await untilRung(arena),
  ];
}

/** The second process makes and rings nothing of what is measured, but hears of it. */
async function withArena(engine: string, work: (arena: Arena) => Promise<Row[]>): Promise<Row[]> {
  const ends: (() => void | Promise<void>)[] = [];
  const sites: SiteProcess[] = [];
  return withFolder(async (folder) => {
    const server = engine === "PostgreSQL" ? await startPostgres({ durable: true }) : undefined;
    const push = await startPushService((end) => ends.push(end));
    const memoryPort = await freePort();
    const env = {
      DATA_DIR: folder,
      ...(server && { DATABASE_URL: server.url("postgres") }),
      ACCESS_TOKEN_SECONDS: "86400",
      WEBHOOK_ALLOW_PRIVATE: "on",
      NODE_EXTRA_CA_CERTS: push.certificate,
    };
    const nodeArguments = ["--expose-gc", "--import", join(import.meta.dirname, "../sites/memory-at-rest.ts")];
    const measured = { env: { ...env, MEMORY_PORT: String(memoryPort) }, nodeArguments, server: farHorizon() };
    try {
      const site = await startSite(measured);
      sites.push(site);
      const other = await startSite({ env, server: farHorizon() });
      sites.push(other);
      const tokens = await addAdmins(site.url, env);
      return await work({ engine, site, other, memoryPort, tokens, push });
    } finally {
      for (const site of sites) await site.end();
      for (const end of ends) await end();
      await server?.stop();
    }
  });
}

async function addAdmins(url: string, env: Record<string, string>): Promise<string[]> {
  await withDatabase(env, async (database) => {
    for (const email of ADMINS) await addAccount({ database, clock: systemClock }, { email });
  });
  return Promise.all(
    ADMINS.map(async (email) => {
      const { accessToken } = await send(url, "POST", "/api/auth/login", { body: { email, password: PASSWORD } });
      return accessToken as string;
    }),
  );
}

/** Visitors book as fast as they can, in turn without and with streams, which hear of each booking. */
async function costOfStreams({ engine, site, tokens }: Arena): Promise<Row> {
  const next = everyFreeSlot();
  const book = async (seconds: number) => {
    const before = cpuOf(site.pid) ?? Number.NaN;
    const { latencies, statuses } = await load(site.url, { connections: CONNECTIONS, seconds, next });
    if (statuses.size !== 1 || !statuses.has(201)) throw new Error(`Not every booking was taken: ${[...statuses]}`);
    const cpu = ((cpuOf(site.pid) ?? Number.NaN) - before) / latencies.length;
    return { p50: median(latencies), p99: percentile(latencies, 0.99), cpu };
  };
  await book(1);
  const without: Awaited<ReturnType<typeof book>>[] = [];
  const beside: typeof without = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push(await book(SECONDS));
    const close = await openStreams(site.url, tokens, STREAMS);
    beside.push(await book(SECONDS));
    close();
  }
  const middle = (rounds: typeof without, figure: keyof (typeof without)[number]) =>
    median(rounds.map((round) => round[figure]));
  const cost = middle(beside, "p99") / middle(without, "p99");
  return {
    id: "P22",
    measure: `p99 of whole bookings, ${engine}, ${CONNECTIONS} connections, with ${STREAMS} streams over that without`,
    must: `≤ ${MUST.cost}`,
    got: `${cost.toFixed(2)}, processor time ${(middle(beside, "cpu") / middle(without, "cpu")).toFixed(2)}`,
    met: cost <= MUST.cost,
    p50: middle(beside, "p50"),
    p99: middle(beside, "p99"),
    cpuPerRequest: middle(beside, "cpu"),
  };
}

async function memoryOfStream({ engine, site, memoryPort, tokens }: Arena): Promise<Row> {
  const atRest = async () => {
    await sleep(SETTLE_MS);
    return (await (await fetch(`http://127.0.0.1:${memoryPort}`)).json()) as MemoryAtRest;
  };
  const grown: MemoryAtRest[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await atRest();
    const close = await openStreams(site.url, tokens, MANY_STREAMS);
    const after = await atRest();
    close();
    grown.push({
      resident: (after.resident - before.resident) / MANY_STREAMS,
      heap: (after.heap - before.heap) / MANY_STREAMS,
    });
  }
  const most = Math.max(...grown.map(({ resident }) => resident));
  const heap = median(grown.map((round) => round.heap));
  return {
    id: "P23",
    measure: `memory of one stream, ${engine}, of ${MANY_STREAMS}`,
    must: `≤ ${MUST.kb} KB`,
    got: `${Math.round(most)} KB, of the heap ${Math.round(heap)} KB`,
    met: most <= MUST.kb && heap <= MUST.kb,
  };
}

async function untilTold({ engine, site, tokens }: Arena, where: string, heardAt: SiteProcess): Promise<Row> {
  const stream = await openStream(heardAt.url, tokens[1] ?? "");
  const times = await timesOfLeads(site.url, PAUSE_MS, () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    stream.onTold = ({ kind, at }) => kind === "contact" && resolve(at);
    return promise;
  });
  stream.close();
  return toRow(["P24", `from 201 to ${where}, ${engine}`], times, MUST.shownMs);
}

async function untilShown({ engine, site }: Arena): Promise<Row> {
  const name = ["P24", `from 201 to the screen of another admin, ${engine}`] as const;
  if (!CHROME) return notMeasured(...name, mustBe(MUST.shownMs), "needs Chromium (apt-get install chromium)");
  const browser = await chromium.launch({ executablePath: CHROME, args: CHROME_FLAGS });
  try {
    const page = await openContacts(browser, site.url);
    const times = await timesOfLeads(site.url, SHOWN_PAUSE_MS, async (seller) => {
      const at = await page.evaluate(async (text) => {
        const frame = () => new Promise(requestAnimationFrame);
        while (!document.querySelector("main")?.textContent?.includes(text)) await frame();
        return Date.now();
      }, seller);
      return at - performance.timeOrigin;
    });
    return toRow(name, times, MUST.shownMs);
  } finally {
    await browser.close();
  }
}

async function openContacts(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(ADMINS[2] ?? "");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin");
  await page.goto(`${url}/admin/contacts`);
  await page.getByText(SELLER).first().waitFor();
  return page;
}

async function untilRung({ engine, site, tokens: [token], push }: Arena): Promise<Row> {
  const { publicKey } = await send(site.url, "GET", "/api/push", { token });
  push.publicKey = publicKey;
  const { endpoint, keys } = push.addDevice();
  await send(site.url, "POST", "/api/push/subscriptions", { token, body: { endpoint, keys, device: "Phone" } });
  const { people, version } = await send(site.url, "GET", "/api/roster", { token });
  const [own] = people.filter(({ isYou }: { isYou: boolean }) => isYou);
  const shifts = [{ userId: own._id, days: WEEKDAYS, opens: "00:00", closes: "23:59" }];
  await send(site.url, "PUT", "/api/roster", { token, body: { shifts, ownerId: "", version } });
  const times = await timesOfLeads(site.url, PAUSE_MS, async () => {
    await push.until(push.received.length + 1);
    return performance.now();
  });
  if (push.refused.length > 0) throw push.refused[0];
  return toRow(["P25", `from 201 to the push service, ${engine}`], times, MUST.rungMs);
}

/** From the answer to each of some leads, which come one by one, until `seen`, which says when on this process's clock. */
async function timesOfLeads(
  url: string,
  pauseMs: number,
  seen: (seller: string) => Promise<number>,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < LEADS; index += 1) {
    const name = `${SELLER} ${randomUUID().slice(0, 8)}`;
    const isSeen = seen(name);
    await send(url, "POST", "/api/contact", {
      body: newContactMessage({ name, email: `${randomUUID()}@example.com` }),
    });
    const answeredAt = performance.now();
    times.push(Math.max(0, (await isSeen) - answeredAt));
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  return times;
}

function toRow([id, measure]: readonly [string, string], times: readonly number[], mostMs: number): Row {
  const p99 = percentile(times, 0.99);
  return {
    id,
    measure,
    must: mustBe(mostMs),
    got: `p99 ${Math.round(p99)} ms`,
    met: p99 <= mostMs,
    p50: median(times),
    p99,
  };
}

function mustBe(mostMs: number): string {
  return `p99 ≤ ${mostMs / 1000} s`;
}

type Sent = { token?: string | undefined; body?: object };

async function send(url: string, method: string, path: string, { token, body }: Sent) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(body && { "content-type": "application/json" }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
