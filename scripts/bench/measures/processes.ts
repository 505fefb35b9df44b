// P18 measures bookings on one PostgreSQL from one, two and four processes of the site.
import { availableParallelism, cpus } from "node:os";
import { startPostgres } from "#test/programs/postgres.ts";
import { type Measurement, median, percentile, perSecond, type Row } from "../row.ts";
import { farHorizon } from "../sites/far-horizon.ts";
import { cpuOf, type SiteProcess, startSite, withFolder } from "../sites/site-process.ts";
import { bookFor, everyFreeSlot } from "./bookings.ts";

const ROUNDS = 3;
const SECONDS = 4;
const PROCESSES = [1, 2, 4] as const;
const MUST_GAIN = 1.7;
/** The cores run two processes of the site, PostgreSQL, and the client that books. */
const CORES_FOR_TWO = 4;

type Round = { rate: number; p50: number; p99: number; cpu: number; busy: number };

export const measureProcesses: Measurement = async () =>
  withFolder(async (folder) => {
    const server = await startPostgres({ durable: true });
    const env = { DATA_DIR: folder, DATABASE_URL: server.url("postgres") };
    const sites: SiteProcess[] = [];
    try {
      while (sites.length < Math.max(...PROCESSES)) sites.push(await startSite({ env, server: farHorizon() }));
      return await compare(sites);
    } finally {
      for (const site of sites) await site.end();
      await server.stop();
    }
  });

async function compare(sites: readonly SiteProcess[]): Promise<Row[]> {
  const next = everyFreeSlot();
  for (const site of sites) await bookFor(site.url, 1, next);
  const rounds = new Map<number, Round[]>(PROCESSES.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const count of PROCESSES) rounds.get(count)?.push(await bookOn(sites.slice(0, count), next));
  const rateOf = (count: number) => median((rounds.get(count) ?? []).map(({ rate }) => rate));
  return PROCESSES.map((count) => toRow(count, rounds.get(count) ?? [], rateOf(1)));
}

async function bookOn(sites: readonly SiteProcess[], next: ReturnType<typeof everyFreeSlot>): Promise<Round> {
  const used = () => sites.reduce((sum, { pid }) => sum + (cpuOf(pid) ?? Number.NaN), 0);
  const [before, machine] = [used(), machineTimes()];
  const results = await Promise.all(sites.map(({ url }) => bookFor(url, SECONDS, next)));
  const [after, later] = [used(), machineTimes()];
  const latencies = results.flatMap((result) => result.latencies);
  return {
    rate: results.reduce((sum, result) => sum + result.latencies.length / result.seconds, 0),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: (after - before) / latencies.length,
    busy: 1 - (later.idle - machine.idle) / (later.all - machine.all),
  };
}

function machineTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((time) => Object.values(time))) };
}

function toRow(count: number, rounds: readonly Round[], rateOfOne: number): Row {
  const middle = (figure: keyof Round) => median(rounds.map((round) => round[figure]));
  const ratio = middle("rate") / rateOfOne;
  const busy = `machine ${Math.round(middle("busy") * 100)} % busy`;
  const isJudged = count === 2 && availableParallelism() >= CORES_FOR_TWO;
  return {
    id: "P18",
    measure: `whole booking, PostgreSQL, ${count} process${count === 1 ? "" : "es"} with 16 connections each`,
    must: count === 2 ? `≥ ${MUST_GAIN} × one, with ${CORES_FOR_TWO} cores` : "",
    got: count === 1 ? busy : `${ratio.toFixed(2)} × one, ${busy}`,
    met: isJudged ? ratio >= MUST_GAIN : undefined,
    ...(count > 1 && { ratio }),
    measured: perSecond(middle("rate")),
    p50: middle("p50"),
    p99: middle("p99"),
    cpuPerRequest: middle("cpu"),
  };
}
