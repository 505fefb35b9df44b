// npm run bench [-- NAME…] compares ratios with the accepted ones of this kind of machine. --accept stores them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adoptFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import { accept, comparedWith, comparison, readAccepted, worseThanAccepted, writeAccepted } from "./accepted.ts";
import { names, options } from "./arguments.ts";
import { kindOfMachine, machine } from "./machine.ts";
import { measureAdminReads } from "./measures/admin-reads.ts";
import { measureBookings } from "./measures/bookings.ts";
import { measureColdStart } from "./measures/cold-start.ts";
import { measureExport } from "./measures/export.ts";
import { measureGrowth } from "./measures/growth.ts";
import { measureImport } from "./measures/import.ts";
import { measureInteractions } from "./measures/interactions.ts";
import { measureLighthouse } from "./measures/lighthouse.ts";
import { measureLive } from "./measures/live.ts";
import { measureLoop } from "./measures/loop.ts";
import { measureMemory, measureSoak } from "./measures/memory.ts";
import { measurePageWeight } from "./measures/page-weight.ts";
import { measureProcesses } from "./measures/processes.ts";
import { measurePublicRoutes } from "./measures/public-routes.ts";
import { measurePublish } from "./measures/publish.ts";
import { measureReport } from "./measures/report.ts";
import { measureRush } from "./measures/rush.ts";
import { measureStaticPages } from "./measures/static-pages.ts";
import { type Measurement, printTable, type Row, type SiteMeasurement } from "./row.ts";
import { BENCH_FOLDER, withSite } from "./sites/site-process.ts";

adoptFacts(seedFacts());

const MEASUREMENTS: Record<string, Measurement> = {
  static: ofSite(measureStaticPages),
  bookings: measureBookings,
  processes: measureProcesses,
  rush: measureRush,
  start: measureColdStart,
  memory: measureMemory,
  soak: measureSoak,
  weight: ofSite(measurePageWeight),
  lighthouse: measureLighthouse,
  interactions: measureInteractions,
  reads: measureAdminReads,
  report: measureReport,
  export: measureExport,
  import: measureImport,
  publish: measurePublish,
  loop: measureLoop,
  live: measureLive,
  growth: measureGrowth,
  routes: ofSite(measurePublicRoutes),
};
const ONLY_BY_NAME = new Set(["soak"]);

const folder = join(import.meta.dirname, "../../build");
const unknown = names.filter((name) => !(name in MEASUREMENTS));
if (unknown.length > 0) {
  console.error(
    `There is no measurement called ${unknown.join(", ")}. Known: ${Object.keys(MEASUREMENTS).join(", ")}.`,
  );
  process.exit(1);
}

const rows: Row[] = [];
for (const [name, measure] of Object.entries(MEASUREMENTS)) {
  if (names.length > 0 ? !names.includes(name) : ONLY_BY_NAME.has(name)) continue;
  console.log(`Measuring: ${name} …`);
  rows.push(...(await measure()));
}
const accepted = readAccepted();
const kind = kindOfMachine();
printTable(rows, (row) => comparison(accepted, kind, row));
console.log(`\nHere: ${machine()}`);
console.log(comparedWith(accepted, kind));
for (const line of worseThanAccepted(accepted, kind, rows)) console.log(`Worse than accepted: ${line}`);
mkdirSync(BENCH_FOLDER, { recursive: true });
const json = join(BENCH_FOLDER, "figures.json");
writeFileSync(json, `${JSON.stringify({ at: new Date(), machine: machine(), rows }, null, 2)}\n`);
console.log(`As JSON: ${json}`);
if (options.accept)
  writeAccepted(accept(accepted, rows, { kind, machine: machine(), at: new Date().toISOString().slice(0, 10) }));
process.exitCode = rows.some(({ met }) => met === false) ? 1 : 0;

function ofSite(measure: SiteMeasurement): Measurement {
  return () => withSite((url, { pid }) => measure({ url, pid, folder }));
}
