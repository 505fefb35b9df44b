// The site while nobody reads its log: a full disk, a reader that stalls, and one that has ended. Also, what must never be in
// the log.
import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, readFileSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { drill } from "../drill.ts";
import { freePort } from "../programs/postgres.ts";
import { launch, type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, post, type Slot } from "../programs/requests.ts";
import { fillUp, smallDisk } from "../programs/small-disk.ts";
import { databaseEnvironment } from "../server.ts";

const SLOW = { timeout: 120_000 };
const STOPPED_WITHIN_MS = 10_000;
const BURST = 40;

drill(
  "with the log on a full disk bookings go on at full speed, and lost lines are counted",
  SLOW,
  async ({ skip }) => {
    const disk = smallDisk(2) ?? skip("this machine lets nobody mount a small disk");
    const file = join(disk, "log");
    const filler = join(disk, "filler");
    const site = await startOnto(file);
    const slots = await freeSlots(site, 3 * BURST);
    await bookTimed(site, slots.slice(0, BURST / 2));
    const before = await bookTimed(site, slots.slice(BURST / 2, BURST));
    fillUp(filler);
    const full = await bookTimed(site, slots.slice(BURST, 2 * BURST));
    expect(full.statuses).toEqual(Array(BURST).fill(201));
    expect(full.ms).toBeLessThan(10 * before.ms + 1_000);
    expect(await Promise.all(Array.from({ length: 30 }, () => statusOf(site, "/api/nothing")))).toEqual(
      Array(30).fill(404),
    );

    rmSync(filler);
    const lost = () => linesOf(readFileSync(file, "utf8")).find(({ lost }) => lost);
    await expect.poll(lost, { timeout: 10_000 }).toMatchObject({ level: 40, lost: expect.any(Number) });
    // The disk's last page had space for some of the later lines.
    expect(lost()?.lost).toBeGreaterThan(BURST);
    await bookTimed(site, slots.slice(2 * BURST, 2 * BURST + 1));
    const latest = () => linesOf(readFileSync(file, "utf8")).slice(-5);
    await expect.poll(latest).toContainEqual(expect.objectContaining({ status: 201 }));

    fillUp(filler);
    await expectStopped(site);
  },
);

drill("with its log on a full device the site starts, takes bookings and stops", SLOW, async ({ skip }) => {
  if (process.platform !== "linux") skip("only Linux has /dev/full");
  const site = await startOnto("/dev/full");
  const { statuses } = await bookTimed(site, await freeSlots(site, BURST));
  expect(statuses).toEqual(Array(BURST).fill(201));
  expect(await statusOf(site, "/api/nothing")).toBe(404);
  await expectStopped(site);
});

test("an ended reader of the log delays no request", SLOW, async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "info" });
  site.process.stdout?.destroy();
  expect(await makeLines(site, 40)).toEqual(Array(40).fill(200));
  await expectStopped(site);
});

drill("a stalled reader of the log delays no request, and learns how much it missed", SLOW, async () => {
  const pipe = join((await databaseEnvironment()).DATA_DIR ?? "", "log");
  execFileSync("mkfifo", [pipe]);
  const held = openSync(pipe, "r+");
  onTestFinished(() => closeSync(held));
  const site = await startOnto(pipe);
  // 64 KB fit into a pipe, and the logger buffers 1 MB more.
  const lines = 20_000;
  expect(await makeLines(site, lines)).toEqual(Array(lines).fill(200));

  const reader = new Socket({ fd: openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK) });
  let log = "";
  reader.on("data", (chunk) => {
    log += chunk;
  });
  const logged = () => linesOf(log).filter(({ status }) => status === 200).length;
  const lost = () => linesOf(log).reduce((sum, line) => sum + (line.lost ?? 0), 0);
  await expect.poll(() => logged() + lost(), { timeout: 10_000 }).toBeGreaterThanOrEqual(lines);
  expect(logged()).toBeGreaterThan(3_000);
  expect(lost()).toBeGreaterThan(3_000);
  reader.destroy();
  expect(await makeLines(site, 1_000)).toEqual(Array(1_000).fill(200));
  await expectStopped(site);
});

drill("a stalled terminal delays no request", SLOW, async ({ skip }) => {
  if (spawnSync("script", ["--version"]).status !== 0) skip("no script (util-linux) to make a terminal with");
  const pipe = join((await databaseEnvironment()).DATA_DIR ?? "", "terminal");
  execFileSync("mkfifo", [pipe]);
  const held = openSync(pipe, "r+");
  onTestFinished(() => closeSync(held));
  // It copies its terminal's output into the pipe, which holds 64 KB, and blocks with it.
  const site = await startOnto(pipe, ["sh", "-c", 'exec script -qfec "exec $0 $1" /dev/null']);
  expect(await makeLines(site, 600)).toEqual(Array(600).fill(200));
  const inTerminal = execFileSync("pgrep", ["-f", "-P", String(site.process.pid), "site-process"], {
    encoding: "utf8",
  });
  process.kill(Number(inTerminal), "SIGTERM");
  // "Z": it has ended, and the stalled terminal has not noticed.
  const state = () => / ([A-Z]) /.exec(readFileSync(`/proc/${Number(inTerminal)}/stat`, "utf8"))?.[1];
  await expect.poll(state, { timeout: STOPPED_WITHIN_MS }).toBe("Z");
});

test("refusals that strangers cause are sampled, and the rest is counted; a failed sign-in is still seen", async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "info" });
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 30 }, (_, call) =>
        Promise.all([statusOf(site, `/api/nothing-${round}-${call}`), statusOf(site, "/api/users")]),
      ),
    );
  for (let round = 0; round < 100; round++) await post(`${site.url}/api/auth/login`, { email: "no address" });
  const visitor = { email: "visitor@example.com", password: "seven wet umbrellas" };
  const registered = (await (await post(`${site.url}/api/auth/register`, visitor)).json()) as { accessToken: string };
  const headers = { authorization: `Bearer ${registered.accessToken}` };
  for (let round = 0; round < 50; round++) expect(await statusOf(site, "/api/users", headers)).toBe(403);
  const guess = { email: "dana@example.com", password: "not the one" };
  expect((await post(`${site.url}/api/auth/login`, guess)).status).toBe(401);
  await expectStopped(site);

  const lines = linesOf(log);
  const refused = (route: string, code: string) =>
    lines.filter((line) => line.msg === "request refused" && line.route === route && line.code === code);
  expect(refused("unknown", "not_found")).toHaveLength(20);
  expect(refused("/api/users", "not_signed_in")).toHaveLength(20);
  expect(refused("/api/users", "forbidden")).toHaveLength(20);
  expect(refused("/api/auth/login", "invalid_input")).toHaveLength(20);
  expect(refused("/api/auth/login", "bad_credentials")).toMatchObject([
    { reqId: expect.any(String), time: expect.stringMatching(/Z$/), address: "127.0.0.1" },
  ]);
  const leftOut = lines.filter((line) => line.leftOut);
  expect(leftOut.map(({ route, leftOut, codes }) => [route, leftOut, codes])).toEqual(
    expect.arrayContaining([
      ["unknown", 280, { not_found: 280 }],
      ["/api/users", 310, { not_signed_in: 280, forbidden: 30 }],
      ["/api/auth/login", 80, { invalid_input: 80 }],
    ]),
  );
  expect(leftOut).toHaveLength(3);
});

drill("the number of omitted lines is logged every minute, and the next minute is sampled anew", SLOW, async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "info" });
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  const flood = () => Promise.all(Array.from({ length: 50 }, () => statusOf(site, "/api/nothing")));
  await flood();
  await expect
    .poll(() => linesOf(log).find((line) => line.leftOut), { timeout: 70_000 })
    .toMatchObject({ leftOut: 30 });
  await flood();
  await expect.poll(() => linesOf(log).filter((line) => line.msg === "request refused").length).toBe(40);
});

type Line = Record<string, unknown> & { lost?: number; leftOut?: number };

/** Without truncated lines, and those that are not JSON. */
function linesOf(log: string): Line[] {
  return log
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line));
}

/** A site whose standard output is this file. */
async function startOnto(file: string, under: readonly string[] = []): Promise<SiteProcess> {
  const output = openSync(file, "a");
  const port = await freePort();
  const settings = { ...(await databaseEnvironment()), LOG_LEVEL: "info", SITE_PORT: String(port) };
  const site = { ...launch(settings, under, output), url: `http://127.0.0.1:${port}` };
  closeSync(output);
  const isReady = () => statusOf(site, "/readyz").catch(() => 0);
  await expect.poll(isReady, { timeout: 20_000, interval: 100 }).toBe(200);
  return site;
}

async function bookTimed(site: SiteProcess, slots: readonly Slot[]): Promise<{ statuses: number[]; ms: number }> {
  const since = performance.now();
  const answers = slots.map(async (slot, index) => {
    const answer = await book(site, slot, { email: `seller${index}@example.com` });
    return answer.status;
  });
  return { statuses: await Promise.all(answers), ms: performance.now() - since };
}

/** Cheap calls that each write a line to the log. */
async function makeLines(site: SiteProcess, count: number): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < count) {
    const together = Array.from({ length: Math.min(20, count - statuses.length) }, async () => {
      const answer = await post(`${site.url}/api/auth/logout`, { refreshToken: "nobody's" });
      return answer.status;
    });
    statuses.push(...(await Promise.all(together)));
  }
  return statuses;
}

async function expectStopped(site: SiteProcess): Promise<void> {
  const since = performance.now();
  const exited = once(site.process, "exit");
  site.process.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - since).toBeLessThan(STOPPED_WITHIN_MS);
}

async function statusOf(site: { url: string }, path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${site.url}${path}`, { headers, signal: AbortSignal.timeout(10_000) });
  await answer.arrayBuffer();
  return answer.status;
}
