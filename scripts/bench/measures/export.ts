// P11 compares the CSV of all bookings with the database client's own dump of the same columns.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SQLITE_FILE } from "#platform/server/database/database.ts";
import { type Measurement, median, notMeasured, percentile, type Row } from "../row.ts";
import { ENGINE, LARGE, type SeededSite, stopPostgres, withBookings } from "../sites/seeded.ts";
import { memoryOf } from "../sites/site-process.ts";

const ROUNDS = 3;
const PROBE_EVERY_MS = 10;
const SAMPLE_EVERY_MS = 20;
const MAX_MB = 16;
const many = LARGE.toLocaleString("en-US");
const fewer = (LARGE / 10).toLocaleString("en-US");
const on = ENGINE === "sqlite" ? "SQLite" : "PostgreSQL";
const TIME = ["P11", `CSV of ${many} bookings on ${on}, time over that of the client's dump`, "≤ 2.5"] as const;
const OTHERS = ["P11", `slots of a day during the export, ${on}`, "p99 ≤ 20 ms"] as const;
const MEMORY = ["P11", `memory at ${many} above that at ${fewer}, ${on}`, `≤ ${MAX_MB} MB`] as const;
const CLIENT = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
  .map((folder) => join(folder, ENGINE === "sqlite" ? "sqlite3" : "psql"))
  .find(existsSync);
const COLUMNS =
  `bookings.id, first_name, last_name, email, phone, preferred_contact, street, city, state, zip_code, property_type,
  current_situation, timeframe_to_sell, meeting_type, meeting_date, meeting_time, status, notes, additional_info,
  words as consent_text, permissions.at as consent_at, first_utm_source, first_utm_campaign, last_utm_source,
  last_utm_campaign, first_landing_page, first_referrer, created_at`.replaceAll(/\s+/g, " ");
const BOOKINGS = `bookings left join permissions on record_id = bookings.id and channel = 'call' and action <> 'revoked'
  left join permission_words on permission_words.id = words_id`.replaceAll(/\s+/g, " ");
const IN_ORDER = `select ${COLUMNS} from ${BOOKINGS} order by created_at desc, bookings.id desc`;

type Export = { seconds: number; memory: number; probes: number[] };

export const measureExport: Measurement = async () => {
  try {
    const fewerMemory = await withBookings(LARGE / 10, async (site) => {
      const exports: Export[] = [];
      for (let round = 0; round < ROUNDS; round += 1) exports.push(await exportWhileOthersAsk(site));
      return Math.max(...exports.map(({ memory }) => memory));
    });
    return await withBookings(LARGE, (site) => measureLarge(site, fewerMemory));
  } finally {
    await stopPostgres();
  }
};

async function measureLarge(site: SeededSite, fewerMemory: number): Promise<Row[]> {
  const ours: Export[] = [];
  const dumps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await exportWhileOthersAsk(site));
    if (CLIENT) dumps.push(await dump(CLIENT, site.env));
  }
  const seconds = median(ours.map((result) => result.seconds));
  const theirs = median(dumps);
  const p99 = percentile(
    ours.flatMap(({ probes }) => probes),
    0.99,
  );
  const p50 = median(ours.flatMap(({ probes }) => probes));
  const more = Math.max(...ours.map(({ memory }) => memory)) - fewerMemory;
  return [
    CLIENT
      ? {
          ...named(TIME),
          got: (seconds / theirs).toFixed(2),
          met: seconds / theirs <= 2.5,
          measured: `${seconds.toFixed(1)} s`,
          reference: `${theirs.toFixed(1)} s`,
        }
      : notMeasured(
          ...TIME,
          `needs ${ENGINE === "sqlite" ? "sqlite3" : "psql"} (apt-get install ${ENGINE === "sqlite" ? "sqlite3" : "postgresql-client"})`,
        ),
    { ...named(OTHERS), got: `p99 ${p99.toFixed(1)} ms`, met: p99 <= 20, p50, p99 },
    Number.isNaN(more)
      ? notMeasured(...MEMORY, "this system does not say")
      : { ...named(MEMORY), got: `${more.toFixed(0)} MB`, met: more <= MAX_MB },
  ];
}

async function exportWhileOthersAsk({ url, pid, headers }: SeededSite): Promise<Export> {
  const probes: number[] = [];
  let memory = 0;
  let isRunning = true;
  const probing = (async () => {
    while (isRunning) {
      const started = performance.now();
      await (await fetch(`${url}/api/bookings/available-slots?date=2030-01-07`)).arrayBuffer();
      probes.push(performance.now() - started);
      await sleep(PROBE_EVERY_MS);
    }
  })();
  const sampling = setInterval(() => {
    memory = Math.max(memory, memoryOf(pid) ?? Number.NaN);
  }, SAMPLE_EVERY_MS);
  const started = performance.now();
  // Another process reads, because the probes would have to wait for this one.
  const reader = spawn(process.execPath, ["-e", READ, `${url}/api/bookings/export/csv`, headers.authorization ?? ""]);
  await finished(reader);
  const seconds = (performance.now() - started) / 1000;
  isRunning = false;
  clearInterval(sampling);
  await probing;
  return { seconds, memory, probes };
}

export const READ = `const [url, authorization] = process.argv.slice(1);
require("node:http").get(url, { headers: { authorization } }, (answer) => {
  if (answer.statusCode !== 200) process.exit(1);
  answer.resume();
});`;

async function dump(client: string, env: Record<string, string>): Promise<number> {
  const started = performance.now();
  await finished(
    ENGINE === "sqlite"
      ? spawn(client, ["-readonly", "-csv", "-header", join(env.DATA_DIR ?? "", SQLITE_FILE), IN_ORDER])
      : spawn(client, [env.DATABASE_URL ?? "", "-qc", `\\copy (${IN_ORDER}) to stdout csv header`]),
  );
  return (performance.now() - started) / 1000;
}

async function finished(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  child.stderr?.pipe(process.stderr);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}

function named([id, measure, must]: readonly [string, string, string]) {
  return { id, measure, must };
}
