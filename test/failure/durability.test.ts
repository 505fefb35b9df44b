// A test cannot cut the power. It can check that the server waits for the disk before it acknowledges.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#platform/server/database/database.ts";
import { startPostgres } from "../programs/postgres.ts";
import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, type Slot } from "../programs/requests.ts";
import { databaseEnvironment } from "../server.ts";

const isPostgres = process.env.TEST_ENGINE === "postgres";
const SLOW = { timeout: 120_000 };
const STRACE = "/usr/bin/strace";
const BOOKINGS = 10;

test.skipIf(isPostgres)(
  "on SQLite each booking is written and synced before its answer leaves, as the kernel sees it",
  SLOW,
  async ({ skip }) => {
    if (!existsSync(STRACE)) skip("strace is not installed: apt-get install strace");
    const settings = await databaseEnvironment();
    const site = await startProcess(settings);
    const slots = await freeSlots(site, BOOKINGS);
    const file = join(settings.DATA_DIR ?? "", "trace");
    const watcher = (await watch(site, file)) ?? skip("this machine lets nobody trace a process");
    await bookOneByOne(site, slots);
    watcher.kill("SIGINT");
    await once(watcher, "exit");

    let syncs = 0;
    let isUnsynced = false;
    const answers: { syncs: number; isUnsynced: boolean }[] = [];
    for (const line of readFileSync(file, "utf8").split("\n"))
      if (/^pwrite64\(\d+<\S+-wal>/.test(line)) isUnsynced = true;
      else if (/^f(data)?sync\(\d+<\S+-wal>\) += 0/.test(line)) {
        isUnsynced = false;
        syncs += 1;
      } else if (line.includes("HTTP/1.1 201")) answers.push({ syncs, isUnsynced });
    expect(answers).toHaveLength(BOOKINGS);
    expect(answers.filter((answer) => answer.isUnsynced)).toEqual([]);
    expect(new Set(answers.map((answer) => answer.syncs)).difference(new Set([0])).size).toBe(BOOKINGS);
  },
);

test.runIf(isPostgres)("on PostgreSQL each booking waits for the log to be on the disk", SLOW, async () => {
  const server = await startPostgres({ durable: true });
  onTestFinished(() => server.stop());
  const settings = { ...(await databaseEnvironment()), DATABASE_URL: server.url("postgres") };
  const site = await startProcess(settings);
  const database = await openDatabase({
    dataDir: "",
    databaseUrl: settings.DATABASE_URL,
    onConnectionError: () => {},
  });
  onTestFinished(() => database.close());
  const { rows } = await sql`select current_setting('synchronous_commit') as commits`.execute(database.read);
  expect(rows).toEqual([{ commits: "on" }]);
  const countSyncs = async () => {
    const counted = await sql<{ syncs: number }>`select sum(fsyncs) as syncs from pg_stat_io
      where object = 'wal' and backend_type = 'client backend'`.execute(database.read);
    return counted.rows[0]?.syncs ?? 0;
  };
  const before = await countSyncs();
  await bookOneByOne(site, await freeSlots(site, BOOKINGS));
  // The server writes its counters at most once a second.
  await expect.poll(countSyncs, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + BOOKINGS);
});

async function bookOneByOne(site: SiteProcess, slots: readonly Slot[]): Promise<void> {
  for (const [index, slot] of slots.entries())
    expect((await book(site, slot, { email: `seller${index}@example.com` })).status).toBe(201);
}

/** Records a process's writes and syncs from now on. Undefined if this is not permitted. */
async function watch(site: SiteProcess, file: string) {
  const calls = "trace=pwrite64,fdatasync,fsync,write,writev";
  const strace = spawn(STRACE, ["-y", "-s", "40", "-e", calls, "-o", file, "-p", String(site.process.pid)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void strace.kill("SIGKILL"));
  const [words] = await Promise.race([once(strace.stderr, "data"), once(strace, "exit")]);
  return String(words).includes("attached") ? strace : undefined;
}
