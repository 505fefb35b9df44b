// P17: how long others wait at the longest while a file of the largest size is imported, hostile ones among them.
import { setTimeout as sleep } from "node:timers/promises";
import { IMPORT_LIMITS } from "#platform/csv-import.ts";
import { filledWith, IMPORT_HEADING, rightRows, wrongRows } from "#test/import-files.ts";
import { type Measurement, median, percentile, type Row } from "./row.ts";
import { ADMIN_SETTINGS, signIn } from "./seeded.ts";
import { withSite } from "./site-process.ts";

const ROUNDS = 3;
const PROBE_EVERY_MS = 2;
const MOST_MS = 50;
const right = rightRows(IMPORT_LIMITS.rows);
const FILES: readonly { name: string; mode: "check" | "import"; file: string }[] = [
  { name: "check of 8 MB of commas", mode: "check", file: filledWith(",") },
  { name: "check of 8 MB of line ends", mode: "check", file: filledWith("\n", IMPORT_HEADING) },
  { name: "check of 8 MB of quotation marks", mode: "check", file: filledWith('"', IMPORT_HEADING) },
  { name: "check of 8 MB of headings", mode: "check", file: filledWith("a,") },
  { name: "check of 10,000 bookings, all wrong", mode: "check", file: wrongRows() },
  { name: "check of 10,000 bookings", mode: "check", file: right },
  { name: "import of 10,000 bookings, SQLite", mode: "import", file: right },
];

type Waits = { probes: number[]; seconds: number };

export const measureImport: Measurement = async () => {
  const waits = new Map<string, Waits[]>();
  for (let round = 0; round < ROUNDS; round += 1)
    await withSite(
      async (url) => {
        const headers = { authorization: `Bearer ${await signIn(url)}`, "content-type": "text/csv" };
        for (const { name, mode, file } of FILES) {
          const send = () =>
            fetch(`${url}/api/bookings/import?mode=${mode}`, { method: "POST", headers, body: Buffer.from(file) });
          waits.set(name, [...(waits.get(name) ?? []), await waitsDuring(url, send)]);
        }
      },
      { env: ADMIN_SETTINGS },
    );
  return FILES.map(({ name }) => toRow(name, waits.get(name) ?? []));
};

async function waitsDuring(url: string, send: () => Promise<Response>): Promise<Waits> {
  const probes: number[] = [];
  const started = performance.now();
  let seconds: number | undefined;
  const importing = send().then(async (answer) => {
    await answer.arrayBuffer();
    seconds = (performance.now() - started) / 1000;
  });
  while (seconds === undefined) {
    const since = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    probes.push(performance.now() - since);
    await sleep(PROBE_EVERY_MS);
  }
  await importing;
  return { probes, seconds };
}

function toRow(name: string, rounds: readonly Waits[]): Row {
  const longest = median(rounds.map(({ probes }) => Math.max(...probes)));
  const probes = rounds.flatMap((round) => round.probes);
  return {
    id: "P17",
    measure: `the longest anybody waits during a ${name}`,
    must: `≤ ${MOST_MS} ms`,
    got: `${longest.toFixed(0)} ms`,
    met: longest <= MOST_MS,
    measured: `${median(rounds.map(({ seconds }) => seconds)).toFixed(1)} s`,
    p50: median(probes),
    p99: percentile(probes, 0.99),
  };
}
