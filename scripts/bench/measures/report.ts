// P20 measures the campaign report over all leads of a large site, and the delay of other calls.
import { setTimeout as sleep } from "node:timers/promises";
import { type Measurement, median, percentile, type Row } from "../row.ts";
import { ENGINE, LARGE, type SeededSite, stopPostgres, withBookings } from "../sites/seeded.ts";
import { timesOf } from "./admin-reads.ts";

const ROUNDS = 10;
const PROBE_EVERY_MS = 5;
const MAX_MS = 1_000;
const MAX_PROBE_MS = 50;
const GROUPINGS = ["source", "campaign", "landing-page"];
const many = `the leads of ${LARGE.toLocaleString("en-US")} bookings on ${ENGINE === "sqlite" ? "SQLite" : "PostgreSQL"}`;

export const measureReport: Measurement = async () => {
  try {
    return await withBookings(LARGE, measureSite);
  } finally {
    await stopPostgres();
  }
};

async function measureSite(site: SeededSite): Promise<Row[]> {
  const paths = GROUPINGS.map((by) => `/api/campaigns/report?by=${by}`);
  const probes: number[] = [];
  let isRunning = true;
  const probing = (async () => {
    while (isRunning) {
      const started = performance.now();
      await (await fetch(`${site.url}/api/bookings/available-slots?date=2030-01-07`)).arrayBuffer();
      probes.push(performance.now() - started);
      await sleep(PROBE_EVERY_MS);
    }
  })();
  const times = await timesOf(site, paths, ROUNDS);
  isRunning = false;
  await probing;
  const [p99, waited] = [percentile(times, 0.99), percentile(probes, 0.99)];
  return [
    row(`campaign report of all time, ${many}`, `≤ ${MAX_MS} ms`, { p50: median(times), p99, met: p99 <= MAX_MS }),
    row("slots of a day while it is read", `≤ ${MAX_PROBE_MS} ms`, {
      p50: median(probes),
      p99: waited,
      met: waited <= MAX_PROBE_MS,
    }),
  ];
}

function row(measure: string, must: string, result: { p50: number; p99: number; met: boolean }): Row {
  return { id: "P20", measure, must: `p99 ${must}`, got: `p99 ${result.p99.toFixed(0)} ms`, ...result };
}
