// Another process holds the write lock of the SQLite file: a backup tool, the sqlite3 shell, a command, a second site.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isDrill } from "#test/drill.ts";
import { commandFile } from "#test/programs/commands.ts";
import { launch, type SiteProcess, startProcess } from "#test/programs/processes.ts";
import { book, freeSlots, type Slot } from "#test/programs/requests.ts";
import { databaseEnvironment } from "#test/server.ts";
import { countBookings } from "#test/stored-bookings.ts";
import { SQLITE_FILE } from "./database.ts";

const onSqlite = test.skipIf(process.env.TEST_ENGINE === "postgres");
const SLOW = { timeout: 120_000 };

onSqlite(
  "while another process locks the file, reads are answered, a write gets 503, and commands and starts wait",
  SLOW,
  async () => {
    const settings: Record<string, string> = { ...(await databaseEnvironment()), RATE_LIMIT: "on" };
    const site = await startProcess(settings);
    const slots = await freeSlots(site, 3);
    const holder = await holdLock(settings);
    const command = runAdmin(settings);
    const second = launch(settings);
    for (const slot of slots.slice(0, 2)) {
      const booking = bookTimed(site, slot);
      expect(await readUntil(site, booking)).toBeGreaterThan(20);
      const { status, retryAfter, ms } = await booking;
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: "5" });
      expect(ms).toBeLessThan(8_000);
    }
    await holder.release();
    expect((await fetch(`${await second.listening}/readyz`)).status).toBe(200);
    expect(await command).toContain("is an active admin now");
    for (const slot of slots) expect(await bookTimed(site, slot)).toMatchObject({ status: 201 });
    expect(await countBookings(settings)).toEqual({ bookings: 3, slots: 3 });
  },
);

onSqlite("a write waits for a lock that is released soon, and reads continue", SLOW, async () => {
  const settings = await databaseEnvironment();
  const site = await startProcess(settings);
  const slots = await freeSlots(site, 30);
  const holder = await holdLock(settings);
  const bookings = Promise.all(slots.map((slot) => bookTimed(site, slot)));
  for (let reads = 0; reads < 20; reads++) expect(await read(site)).toBe(200);
  await holder.release();
  expect(new Set((await bookings).map(({ status }) => status))).toEqual(new Set([201]));
  expect(await countBookings(settings)).toEqual({ bookings: 30, slots: 30 });
});

onSqlite("two sites and a third process that take the lock in turns: nothing is lost or doubled", SLOW, async () => {
  const settings = await databaseEnvironment();
  const sites = await Promise.all([startProcess(settings), startProcess(settings)]);
  const slots = await freeSlots(sites[0], isDrill ? 400 : 100);
  const holder = await holdLock(settings, "again and again");
  const answers = await Promise.all(slots.map((slot, index) => bookTimed(sites[index % 2] as SiteProcess, slot)));
  await holder.release();
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 503])).size).toBe(0);
  const acknowledged = answers.filter(({ status }) => status === 201).length;
  expect(acknowledged).toBeGreaterThan(0);
  expect(await countBookings(settings)).toEqual({ bookings: acknowledged, slots: acknowledged });
});

test.runIf(isDrill && process.env.TEST_ENGINE !== "postgres")(
  "a process that has to stop while another one holds the file ends in time",
  SLOW,
  async () => {
    const settings = await databaseEnvironment();
    const site = await startProcess(settings);
    const slots = await freeSlots(site, 5);
    await holdLock(settings);
    // Requests that arrive while the process stops get no answer.
    const bookings = Promise.all(slots.map((slot) => bookTimed(site, slot).catch(() => ({ status: "not let in" }))));
    for (let reads = 0; reads < 5; reads++) expect(await read(site)).toBe(200);
    const exited = once(site.process, "exit");
    site.process.kill("SIGTERM");
    expect((await bookings).map(({ status }) => status)).toContain(503);
    expect(await exited).toEqual([0, null]);
    expect(await countBookings(settings)).toEqual({ bookings: 0, slots: 0 });
  },
);

async function holdLock({ DATA_DIR = "" }: Record<string, string>, how: "once" | "again and again" = "once") {
  const holder = spawn(process.execPath, ["-e", HOLD, join(DATA_DIR, SQLITE_FILE), how], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  await once(holder.stdout, "data");
  return {
    release: async () => {
      holder.stdin.end();
      await once(holder, "exit");
    },
  };
}

// It changes no rows: they would be foreign rows in the site's tables.
const HOLD = `const [file, how] = process.argv.slice(1);
const database = new (require("node:sqlite").DatabaseSync)(file, { timeout: 60_000 });
let isOver = false;
process.stdin.resume().on("end", () => { isOver = true; });
const hold = () => {
  if (isOver) return;
  database.exec("begin immediate");
  setTimeout(() => { if (!isOver || how === "once") database.exec("rollback"); setTimeout(hold, Math.random() * 20); },
    how === "once" ? 2 ** 31 - 1 : Math.random() * 100);
};
hold();
process.stdin.on("end", () => process.exit(0));
console.log("held");`;

async function bookTimed(site: SiteProcess, slot: Slot) {
  const since = performance.now();
  const answer = await book(site, slot, { email: `at${slot.date}${slot.time.length}@example.com` });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get("retry-after"), ms: performance.now() - since };
}

/** Far below the rate limit of one address, on any machine. */
const MAX_READS = 500;

/** Counts sequential reads that were answered before the promise settled. */
async function readUntil(site: SiteProcess, settled: Promise<unknown>): Promise<number> {
  let isSettled = false;
  void settled.then(() => {
    isSettled = true;
  });
  let reads = 0;
  while (!isSettled && reads < MAX_READS) {
    expect(await read(site)).toBe(200);
    reads += 1;
  }
  await settled;
  return reads;
}

async function read(site: SiteProcess): Promise<number> {
  const answer = await fetch(`${site.url}/api/bookings/available-slots?date=2030-01-07`);
  await answer.arrayBuffer();
  return answer.status;
}

async function runAdmin(settings: Record<string, string>): Promise<string> {
  const command = spawn(process.execPath, [commandFile("admin"), "dana@example.com"], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void command.kill("SIGKILL"));
  let said = "";
  command.stdout.on("data", (chunk) => {
    said += chunk;
  });
  await once(command, "close");
  return said;
}
