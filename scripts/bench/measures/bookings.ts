// P4 and P5 compare complete bookings with plain inserts on the same disk.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import pg from "pg";
import { currentFacts } from "#company/facts/facts.ts";
import { siteBookingRules, timesOf } from "#inquiries/bookings/slots.ts";
import { addDays, formatTime, wallClock } from "#platform/dates.ts";
import { newBooking } from "#test/people.ts";
import { startPostgres } from "#test/programs/postgres.ts";
import { type Call, type LoadResult, load } from "../clients/load.ts";
import { type Measurement, median, notMeasured, percentile, perSecond, type Row } from "../row.ts";
import { farHorizon, HORIZON_DAYS } from "../sites/far-horizon.ts";
import { cpuOf, startSite, withFolder } from "../sites/site-process.ts";

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 16;
const PGBENCH = ["/usr/bin/pgbench", "/usr/local/bin/pgbench", "/opt/homebrew/bin/pgbench"].find(existsSync);
const ON_SQLITE = [
  "P4",
  "whole booking, SQLite, 16 connections, against raw durable inserts",
  "≥ 0.27, p99 ≤ 30 ms",
] as const;
const ON_POSTGRES = ["P5", "whole booking, PostgreSQL, 16 connections, against pgbench", "≥ 0.05"] as const;

export const measureBookings: Measurement = async () => [await onSqlite(), await onPostgres()];

async function onSqlite(): Promise<Row> {
  return withFolder(async (folder) => {
    const raw = rawInserts(join(folder, "raw.db"));
    const site = await startSite({ env: { DATA_DIR: join(folder, "site") }, server: farHorizon() });
    try {
      const result = await compare(site, async () => raw.rate());
      return row(ON_SQLITE, result, result.ratio >= 0.27 && result.p99 <= 30);
    } finally {
      await site.end();
      raw.close();
    }
  });
}

async function onPostgres(): Promise<Row> {
  if (!PGBENCH) return notMeasured(...ON_POSTGRES, "needs pgbench (apt-get install postgresql-contrib)");
  return withFolder(async (folder) => {
    const server = await startPostgres({ durable: true });
    const env = { DATA_DIR: folder, DATABASE_URL: server.url("postgres") };
    const site = await startSite({ env, server: farHorizon() });
    await createRawTable(server.url("postgres"));
    try {
      const result = await compare(site, () => pgbenchRate(PGBENCH, server.url("postgres"), folder));
      return row(ON_POSTGRES, result, result.ratio >= 0.05);
    } finally {
      await site.end();
      await server.stop();
    }
  });
}

type Comparison = { ratio: number; rate: number; reference: number; p50: number; p99: number; cpu: number | undefined };

async function compare(site: { url: string; pid: number }, referenceRate: () => Promise<number>): Promise<Comparison> {
  const next = everyFreeSlot();
  // The first second is not counted: the server compiles hot code and opens connections.
  await bookFor(site.url, 1, next);
  const rounds: { rate: number; reference: number; p50: number; p99: number; cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reference = await referenceRate();
    const before = cpuOf(site.pid) ?? Number.NaN;
    const { latencies, seconds } = await bookFor(site.url, SECONDS, next);
    rounds.push({
      reference,
      rate: latencies.length / seconds,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      cpu: ((cpuOf(site.pid) ?? Number.NaN) - before) / latencies.length,
    });
  }
  const middle = (figure: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[figure]));
  const cpu = middle("cpu");
  return {
    ratio: middle("rate") / middle("reference"),
    rate: middle("rate"),
    reference: middle("reference"),
    p50: middle("p50"),
    p99: middle("p99"),
    cpu: Number.isNaN(cpu) ? undefined : cpu,
  };
}

export async function bookFor(url: string, seconds: number, next: () => Call | undefined): Promise<LoadResult> {
  const result = await load(url, { connections: CONNECTIONS, seconds, next });
  const answers = [...result.statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  if (result.statuses.size !== 1 || !result.statuses.has(201))
    throw new Error(`Not every booking was taken: ${answers}`);
  return result;
}

export function everyFreeSlot(): () => Call | undefined {
  const rules = siteBookingRules(currentFacts());
  const today = wallClock(new Date(), rules.timeZone).day;
  function* calls(): Generator<Call> {
    for (let ahead = 3; ahead <= HORIZON_DAYS; ahead += 1) {
      const day = addDays(today, ahead);
      for (const time of timesOf(rules, day)) {
        const email = `seller.${day}.${time.replace(":", "")}@example.com`;
        const booking = newBooking({ meetingDate: day, meetingTime: formatTime(time), email });
        yield {
          method: "POST",
          path: "/api/bookings",
          headers: { "idempotency-key": randomUUID() },
          body: JSON.stringify(booking),
        };
      }
    }
  }
  const all = calls();
  return () => all.next().value ?? undefined;
}

function rawInserts(file: string): { rate(): number; close(): void } {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table raw (id text primary key, body text)",
  );
  const insert = database.prepare("insert into raw values (?, ?)");
  const body = JSON.stringify(newBooking());
  return {
    rate: () => {
      const started = performance.now();
      let count = 0;
      for (; performance.now() - started < SECONDS * 1000; count += 1) insert.run(randomUUID(), body);
      return count / ((performance.now() - started) / 1000);
    },
    close: () => database.close(),
  };
}

async function createRawTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create table raw (id text primary key, body text)");
  await client.end();
}

async function pgbenchRate(pgbench: string, url: string, folder: string): Promise<number> {
  const script = join(folder, "insert.sql");
  const { length } = JSON.stringify(newBooking());
  writeFileSync(script, `insert into raw values (gen_random_uuid()::text, repeat('x', ${length}));\n`);
  const { stdout } = await promisify(execFile)(pgbench, [
    "--no-vacuum",
    `--client=${CONNECTIONS}`,
    `--time=${SECONDS}`,
    `--file=${script}`,
    url,
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

function row([id, measure, must]: readonly [string, string, string], result: Comparison, met: boolean): Row {
  const { ratio, rate, reference, p50, p99, cpu } = result;
  return {
    id,
    measure,
    must,
    got: `${ratio.toFixed(2)}, p99 ${p99.toFixed(1)} ms`,
    met,
    ratio,
    measured: perSecond(rate),
    reference: perSecond(reference),
    p50,
    p99,
    cpuPerRequest: cpu,
  };
}
