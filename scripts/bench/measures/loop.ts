// P17 measures the delay of the event loop under the heaviest work of several admins.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Draft } from "#company/facts/admin.ts";
import type { Facts } from "#company/facts/schema.ts";
import { IMPORT_LIMITS } from "#platform/csv-import.ts";
import { rightRows } from "#test/import-files.ts";
import { options } from "../arguments.ts";
import type { Measurement, Row } from "../row.ts";
import { ENGINE, LARGE, type SeededSite, stopPostgres, withCopyOfBookings } from "../sites/seeded.ts";
import { freePort } from "../sites/site-process.ts";
import type { Stalls } from "../sites/stalls.ts";
import { READ } from "./export.ts";

const SECONDS = Number(options.minutes ?? 2) * 60;
const SECONDS_ALONE = 20;
const PUBLISH_EVERY_MS = 5_000;
const MAX_P999_MS = 20;
const MAX_MS = 50;
const STALLS = ["--import", join(import.meta.dirname, "../sites/stalls.ts")];
const LETTERS = "etaoinshrdlu";
const many = `${LARGE.toLocaleString("en-US")} bookings on ${ENGINE === "sqlite" ? "SQLite" : "PostgreSQL"}`;

type Job = (site: SeededSite, signal: AbortSignal) => Promise<void>;

const JOBS: Record<string, Job> = {
  "one exports the CSV": repeatExport,
  "one imports files of 10,000 bookings": repeatImport,
  "one searches single letters": repeatSearch,
  "one publishes new names of the company": repeatPublishing,
};

export const measureLoop: Measurement = async () => {
  const port = await freePort();
  const site = { env: { STALLS_PORT: String(port) }, nodeArguments: STALLS };
  try {
    return await withCopyOfBookings(LARGE, (seeded) => measureSite(seeded, port), site);
  } finally {
    await stopPostgres();
  }
};

async function measureSite(site: SeededSite, port: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, job] of Object.entries(JOBS))
    rows.push(toRow(`while ${what}`, await stallsDuring([job], { site, port, seconds: SECONDS_ALONE })));
  const all = await stallsDuring(Object.values(JOBS), { site, port, seconds: SECONDS });
  return [...rows, toRow(`while all four do, ${SECONDS} s`, all)];
}

async function stallsDuring(
  jobs: readonly Job[],
  { site, port, seconds }: { site: SeededSite; port: number; seconds: number },
): Promise<Stalls> {
  const ending = new AbortController();
  await stallsSince(port);
  const working = jobs.map((job) => job(site, ending.signal));
  await Promise.race([sleep(seconds * 1000), ...working]);
  const stalls = await stallsSince(port);
  ending.abort();
  await Promise.all(working);
  return stalls;
}

async function stallsSince(port: number): Promise<Stalls> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Stalls;
}

async function repeatExport({ url, headers }: SeededSite, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reader = spawn(process.execPath, ["-e", READ, `${url}/api/bookings/export/csv`, headers.authorization ?? ""]);
    const stop = () => reader.kill();
    signal.addEventListener("abort", stop);
    const [code] = await once(reader, "exit");
    signal.removeEventListener("abort", stop);
    if (code !== 0 && !signal.aborted) throw new Error(`The reader of the export ended with ${code}`);
  }
}

let imported = 0;

async function repeatImport(site: SeededSite, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const file = rightRows(IMPORT_LIMITS.rows, imported);
    imported += IMPORT_LIMITS.rows;
    await send(site, "POST", "/api/bookings/import?mode=import", { type: "text/csv", body: file });
  }
}

async function repeatSearch(site: SeededSite, signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1)
    await send(site, "GET", `/api/bookings/list?search=${LETTERS[round % LETTERS.length]}`);
}

/** Another company name changes every page and picture, so that all are made again. */
async function repeatPublishing(site: SeededSite, signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    const { published, draft } = await send<{ published: { facts: Facts }; draft: Draft | null }>(
      site,
      "GET",
      "/api/site",
    );
    const { facts } = published;
    const named = {
      ...facts,
      company: { ...facts.company, name: `Porchlight ${round}` },
      staffEmails: ["staff@example.com"],
    };
    const change = await send<{ draft: Draft }>(
      site,
      "PUT",
      "/api/site/draft",
      json({ facts: named, version: draft?.version ?? 0 }),
    );
    await send(site, "POST", "/api/site/publish", json({ version: change.draft.version }));
    await sleep(PUBLISH_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

type Content = { type: string; body: string };

function json(value: object): Content {
  return { type: "application/json", body: JSON.stringify(value) };
}

async function send<Answer>(site: SeededSite, method: string, path: string, content?: Content): Promise<Answer> {
  const answer = await fetch(`${site.url}${path}`, {
    method,
    headers: { ...site.headers, ...(content && { "content-type": content.type }) },
    ...(content && { body: content.body }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

function toRow(what: string, { longest, p999, busy, busyP999 }: Stalls): Row {
  return {
    id: "P17",
    measure: `delay of the event loop ${what}, ${many}`,
    must: `p99.9 ≤ ${MAX_P999_MS} ms, longest ≤ ${MAX_MS} ms`,
    got: `p99.9 ${p999.toFixed(1)} ms, longest ${longest.toFixed(0)} ms`,
    met: p999 <= MAX_P999_MS && longest <= MAX_MS,
    measured: `${busyP999.toFixed(1)}, ${busy.toFixed(0)} ms busy`,
  };
}
