// Failures of the disk, the database and other dependencies. Kill -9, races and starts are in processes.test.ts.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { aboveDatabase, isDrill } from "../drill.ts";
import { newBooking } from "../people.ts";
import { startPostgres } from "../programs/postgres.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, post, type Slot } from "../programs/requests.ts";
import { fillUp, smallDisk } from "../programs/small-disk.ts";
import { databaseEnvironment, startMailServer } from "../server.ts";
import { countBookings } from "../stored-bookings.ts";

const isPostgres = process.env.TEST_ENGINE === "postgres";
const SLOW = { timeout: 120_000 };
const ANSWERED_WITHIN_MS = 5_000;
const BACK_WITHIN_MS = 10_000;
const STOPPED_WITHIN_MS = 10_000;

test.runIf(isPostgres)(
  "PostgreSQL stopped and started again: 503 in time, then back without a restart",
  SLOW,
  async () => {
    const { server, site, slots } = await siteOnItsOwnPostgres();
    await server.halt();
    await expectUnavailable(site, slots.slice(0, 20));
    await server.resume();
    await expectBack(site, slots[20] as Slot);
  },
);

test.runIf(isPostgres)("PostgreSQL frozen in the middle: 503 in time, then back without a restart", SLOW, async () => {
  const { server, site, slots, settings } = await siteOnItsOwnPostgres();
  const inFlight = bookAll(site, slots.slice(0, 30));
  server.freeze();
  await expectUnavailable(site, slots.slice(30, 50));
  for (const { status, ms } of await inFlight) {
    expect([201, 503]).toContain(status);
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
  }
  server.thaw();
  await expectBack(site, slots[50] as Slot);
  const { bookings, slots: held } = await countBookings(settings);
  expect(bookings).toBe(held);
});

test.runIf(isPostgres && isDrill)(
  "every session of PostgreSQL ended, again and again: nothing acknowledged is lost",
  SLOW,
  async () => {
    const { server, site, slots, settings } = await siteOnItsOwnPostgres();
    const client = new pg.Client({ connectionString: server.url("postgres") });
    await client.connect();
    const inFlight = bookAll(site, slots.slice(0, 100));
    let isOver = false;
    void inFlight.then(() => {
      isOver = true;
    });
    while (!isOver) await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'site'");
    await client.end();
    const answers = await inFlight;
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 503])).size).toBe(0);
    await expectBack(site, slots[100] as Slot);
    const acknowledged = answers.filter(({ status }) => status === 201).length + 1;
    expect((await countBookings(settings)).bookings).toBeGreaterThanOrEqual(acknowledged);
  },
);

test.skipIf(isPostgres)(
  "a full disk: no answer without its row, reads go on, writes resume",
  SLOW,
  async ({ skip }) => {
    // Enough for the database and the write-ahead log's usual 4 MB: only the filler then fills the disk.
    const folder = smallDisk(16) ?? skip("this machine lets nobody mount a small disk");
    const settings = { DATA_DIR: folder };
    const site = await startProcess(settings);
    const slots = await freeSlots(site, 500);
    const first = await bookAll(site, slots.slice(0, 20));
    const filler = join(folder, "filler");
    fillUp(filler);

    const full = await bookAll(site, slots.slice(20, 480));
    expect(new Set(full.map(({ status }) => status))).toContain(503);
    expect(new Set(full.map(({ status }) => status)).difference(new Set([201, 503])).size).toBe(0);
    expect((await fetch(`${site.url}/api/bookings/available-days`)).status).toBe(200);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    rmSync(filler);
    await expectBack(site, slots[490] as Slot);
    await site.end("SIGTERM");

    const acknowledged = [...first, ...full].filter(({ status }) => status === 201).length + 1;
    expect((await countBookings(settings)).bookings).toBe(acknowledged);
    const database = new DatabaseSync(join(folder, "site.db"), { readOnly: true });
    expect(database.prepare("pragma integrity_check").get()).toMatchObject({ integrity_check: "ok" });
    database.close();
  },
);

test.skipIf(isPostgres)(
  "where nothing but the data folder can be written, the site starts and takes what comes at once",
  SLOW,
  async ({ skip }) => {
    const { DATA_DIR = "", ...settings } = await databaseEnvironment();
    // As inherited from a process that has another database open.
    const elsewhere = { SQLITE_TMPDIR: tmpdir() };
    const site = await startProcess(
      { ...settings, ...elsewhere, DATA_DIR },
      lockedDown(DATA_DIR) ?? skip("only root may try this"),
    );
    const answers = await bookAll(site, await freeSlots(site, 60));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  },
);

aboveDatabase(
  "SIGTERM under load, with kept connections and a mail server that hangs: exit 0 in time, nothing lost",
  SLOW,
  async () => {
    const smtp = await startMailServer();
    smtp.mode = "hang after data";
    const settings = await databaseEnvironment();
    const site = await startProcess({ ...settings, SMTP_URL: smtp.url });
    const slots = await freeSlots(site, 500);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    onTestFinished(() => agent.destroy());
    let acknowledged = 0;
    const enough = Promise.withResolvers<void>();
    const load = slots.map(async (slot, index) => {
      const status = await bookOver(agent, site, slot, `seller${index}@example.com`);
      if (status === 201) acknowledged += 1;
      if (acknowledged === 40) enough.resolve();
      return status;
    });
    await enough.promise;
    await smtp.received(1);
    const since = performance.now();
    const exited = once(site.process, "exit");
    site.process.kill("SIGTERM");
    const statuses = new Set(await Promise.all(load));
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - since).toBeLessThan(STOPPED_WITHIN_MS);
    expect(statuses.difference(new Set([201, 503, undefined])).size).toBe(0);
    expect((await countBookings(settings)).bookings).toBe(acknowledged);
  },
);

async function siteOnItsOwnPostgres() {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query("create database site");
  await client.end();
  const settings = { ...(await databaseEnvironment()), DATABASE_URL: server.url("site") };
  const site = await startProcess(settings);
  return { server, settings, site, slots: await freeSlots(site, 120) };
}

/** Every endpoint answers in time that it is not available, and the process survives. */
async function expectUnavailable(site: SiteProcess, slots: readonly Slot[]): Promise<void> {
  const answers = await Promise.all([
    ...slots.map((slot, index) => timed(() => book(site, slot, { email: `b${index}@example.com` }))),
    timed(() => fetch(`${site.url}/api/bookings/available-days`)),
    timed(() => post(`${site.url}/api/auth/login`, { email: "dana@example.com", password: "wrong password" })),
    timed(() => fetch(`${site.url}/readyz`)),
  ]);
  for (const { status, ms } of answers) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
  }
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
}

async function expectBack(site: SiteProcess, slot: Slot): Promise<void> {
  const tryToBook = async () => (await book(site, slot, { email: "back@example.com" })).status;
  await expect.poll(tryToBook, { timeout: BACK_WITHIN_MS, interval: 200 }).toBe(201);
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, { timeout: BACK_WITHIN_MS }).toBe(200);
}

async function bookAll(site: SiteProcess, slots: readonly Slot[]) {
  return Promise.all(slots.map((slot, index) => timed(() => book(site, slot, { email: `s${index}@example.com` }))));
}

async function timed(call: () => Promise<Response>): Promise<{ status: number; ms: number }> {
  const since = performance.now();
  const answer = await call();
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - since };
}

/** Undefined if the connection was closed before an answer. */
async function bookOver(agent: Agent, site: SiteProcess, { date, time }: Slot, email: string) {
  return new Promise<number | undefined>((resolve) => {
    const headers = { "content-type": "application/json" };
    const sent = request(`${site.url}/api/bookings`, { agent, method: "POST", headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode));
      answer.on("error", () => resolve(undefined));
    });
    sent.on("error", () => resolve(undefined));
    sent.end(JSON.stringify(newBooking({ meetingDate: date, meetingTime: time, email })));
  });
}

/** A command that runs another one with every folder for temporary files read-only, except this one. */
function lockedDown(folder: string): string[] | undefined {
  try {
    execFileSync("unshare", ["--mount", "true"], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  const script = `for place in /tmp /var/tmp; do mount --bind $place $place && mount -o remount,ro,bind $place; done
mount --bind "$0" "$0" && mount -o remount,rw,bind "$0" && cd /proc && exec "$@"`;
  return ["unshare", "--mount", "sh", "-ec", script, folder];
}
