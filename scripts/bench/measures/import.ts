// P19 measures how long files of the maximum size, including hostile ones, block the process.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { IMPORT_LIMITS } from "#platform/csv-import.ts";
import { filledWith, IMPORT_HEADING, rightRows, wrongRows } from "#test/import-files.ts";
import { type Measurement, median, type Row } from "../row.ts";
import { ADMIN_SETTINGS, signIn } from "../sites/seeded.ts";
import { freePort, withSite } from "../sites/site-process.ts";
import type { Stalls } from "../sites/stalls.ts";

const ROUNDS = 3;
const PROBE_INTERVAL_MS = 20;
const STALLS = ["--import", join(import.meta.dirname, "../sites/stalls.ts")];
const MAX_MS = 50;
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

export const measureImport: Measurement = async () => {
  const stalls = new Map<string, Stalls[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const port = await freePort();
    await withSite(
      async (url) => {
        const headers = { authorization: `Bearer ${await signIn(url)}`, "content-type": "text/csv" };
        for (const { name, mode, file } of FILES) {
          await longestStall(port);
          const body = Buffer.from(file);
          await (await fetch(`${url}/api/bookings/import?mode=${mode}`, { method: "POST", headers, body })).text();
          stalls.set(name, [...(stalls.get(name) ?? []), await longestStall(port)]);
        }
      },
      { env: { ...ADMIN_SETTINGS, STALLS_PORT: String(port) }, nodeArguments: STALLS },
    );
  }
  return FILES.map(({ name }) => toRow(name, stalls.get(name) ?? []));
};

async function longestStall(port: number): Promise<Stalls> {
  // The event loop is sampled once a millisecond, so the last stall needs a moment to be included.
  await sleep(PROBE_INTERVAL_MS);
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Stalls;
}

function toRow(name: string, stalls: readonly Stalls[]): Row {
  const longest = median(stalls.map((stall) => stall.longest));
  return {
    id: "P19",
    measure: `the longest the process stands still: ${name}`,
    must: `≤ ${MAX_MS} ms`,
    got: `${longest.toFixed(0)} ms`,
    met: longest <= MAX_MS,
    measured: `${median(stalls.map(({ busy }) => busy)).toFixed(0)} ms busy`,
  };
}
