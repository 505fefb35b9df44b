// P15 measures memory at rest, under the load of P1, and after a mixed soak.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newContactMessage } from "#test/people.ts";
import { options } from "../arguments.ts";
import { type Call, load } from "../clients/load.ts";
import { type Measurement, median, notMeasured, type Row } from "../row.ts";
import { farHorizon } from "../sites/far-horizon.ts";
import { memoryOf, withSite } from "../sites/site-process.ts";
import { everyFreeSlot } from "./bookings.ts";

const ROUNDS = 3;
const SETTLE_MS = 3_000;
const LOAD_SECONDS = 5;
const SAMPLE_MS = 50;
const PAUSE_MS = 40;
const SOAK_CONNECTIONS = 8;
const MIN_SOAK_MINUTES = 1;
const NEEDS_LINUX = "needs Linux (/proc)";
const IDLE = ["P15", "memory idle", "≤ 110 MB"] as const;
const LOADED = ["P15", "memory under the load of P1", "≤ 150 MB"] as const;

export const measureMemory: Measurement = async () => {
  if (process.platform !== "linux") return [notMeasured(...IDLE, NEEDS_LINUX), notMeasured(...LOADED, NEEDS_LINUX)];
  const idle: number[] = [];
  const loaded: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    await withSite(async (url, { pid }) => {
      await sleep(SETTLE_MS);
      idle.push(memoryOf(pid) ?? Number.NaN);
      const home: Call = { path: "/", headers: { "accept-encoding": "br" } };
      const { most } = await watched(pid, () =>
        load(url, { connections: 32, seconds: LOAD_SECONDS, next: () => home }),
      );
      loaded.push(most);
    });
  return [row(IDLE, median(idle), 110), row(LOADED, median(loaded), 150)];
};

/** npm run bench -- soak --minutes=10 counts the growth from the end of the first fifth. */
export const measureSoak: Measurement = async () => {
  const minutes = Math.max(MIN_SOAK_MINUTES, Number(options.minutes ?? MIN_SOAK_MINUTES));
  const name = ["P15", `memory growth over a mixed soak of ${minutes} minutes`, "≤ 1.1"] as const;
  if (process.platform !== "linux") return [notMeasured(...name, NEEDS_LINUX)];
  return withSite(
    async (url, { pid }) => {
      const seconds = minutes * 60;
      const { samples, result } = await watched(pid, () =>
        load(url, { connections: SOAK_CONNECTIONS, seconds, pauseMs: PAUSE_MS, next: mixed() }),
      );
      const share = (from: number, to: number) =>
        median(samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * to)));
      const [early, late] = [share(0.2, 0.3), share(0.9, 1)];
      const failed = [...result.statuses].filter(([status]) => status >= 500);
      if (failed.length > 0) throw new Error(`The soak met errors: ${failed.join("; ")}`);
      const ratio = late / early;
      return [
        {
          id: name[0],
          measure: name[1],
          must: name[2],
          got: ratio.toFixed(2),
          met: ratio <= 1.1,
          measured: `${late.toFixed(0)} MB`,
          reference: `${early.toFixed(0)} MB`,
        },
      ];
    },
    { server: farHorizon() },
  );
};

function mixed(): () => Call | undefined {
  const booking = everyFreeSlot();
  const messages = (): Call => ({
    method: "POST",
    path: "/api/contact",
    headers: { "idempotency-key": randomUUID() },
    body: JSON.stringify(newContactMessage()),
  });
  const kinds: (() => Call | undefined)[] = [
    () => ({ path: "/", headers: { "accept-encoding": "br" } }),
    () => ({ path: "/book-meeting", headers: { "accept-encoding": "gzip" } }),
    () => ({ path: "/api/bookings/available-slots?date=2030-05-06" }),
    booking,
    () => ({ path: "/nowhere" }),
    () => ({ path: "/about" }),
    messages,
    () => ({ path: "/api/bookings/00000000000000000000000000" }),
    () => ({ path: "/readyz" }),
    () => ({ method: "POST", path: "/api/bookings", body: "{}" }),
  ];
  let count = 0;
  return () => kinds[count++ % kinds.length]?.();
}

async function watched<Result>(pid: number, work: () => Promise<Result>) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryOf(pid) ?? Number.NaN), SAMPLE_MS);
  try {
    const result = await work();
    return { result, samples, most: Math.max(...samples) };
  } finally {
    clearInterval(timer);
  }
}

function row([id, measure, must]: readonly [string, string, string], megabytes: number, most: number): Row {
  return { id, measure, must, got: `${megabytes.toFixed(0)} MB`, met: megabytes <= most };
}
