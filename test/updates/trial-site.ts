// A site with 10,000 bookings that a supervisor runs from a clone, and the command that updates it.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort, startPostgres } from "../programs/postgres.ts";
import { smallDisk } from "../programs/small-disk.ts";
import { makeReleases, type Releases } from "./releases.ts";
import { Visitors } from "./visitors.ts";

const BOOKINGS = "10000";
const DISK_MB = 1_500;
const ALL = ["--bookings", BOOKINGS, "--contacts", "100", "--users", "5"];
const SUPERVISOR = join(import.meta.dirname, "supervisor.mjs");

export type Update = { said(): string; saysSoon(words: RegExp): Promise<void>; ended: Promise<number> };

export type TrialSite = Releases & {
  settings: Record<string, string>;
  urls: string[];
  marks: string;
  visitors: Visitors;
  disk: string;
  update(...words: string[]): Update;
  supervise(verb: "stop" | "start"): Promise<void>;
  killEverything(): Promise<void>;
};

export async function startTrialSite({ processes = 1 } = {}): Promise<TrialSite> {
  const releases = makeReleases();
  const { folder, clone } = releases;
  const marks = join(folder, "marks");
  mkdirSync(marks);
  const disk = smallDisk(DISK_MB) ?? mkdtempSync(join(tmpdir(), "site-disk-"));
  const dataDir = join(disk, "data");
  const trial = randomUUID();
  const settings = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    DATA_DIR: dataDir,
    RATE_LIMIT: "off",
    BACKUP_AT: "off",
    LOG_LEVEL: "warn",
    MARKS: marks,
    TRIAL: trial,
    ...(process.env.TEST_ENGINE === "postgres" && (await ownDatabase(disk))),
  };
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const restart = `${process.execPath} ${SUPERVISOR} ${folder} ${ports.join()}`;
  const options = { cwd: clone, env: { ...settings, PORT: String(ports[0]) } };
  const call = async (program: string, ...args: string[]) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
    const [status] = await once(child, "exit");
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}.`);
  };
  const supervise = (verb: string) => call("sh", "-c", `${restart} ${verb}`);
  onTestFinished(() => killAll(trial));
  await call(process.execPath, "scripts/seed/seed.ts", ...ALL);
  await supervise("start");
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const url of urls) await untilReady(url);
  const visitors = new Visitors(urls);
  onTestFinished(() => visitors.end());
  const given = ["--restart", restart, "--ports", ports.join()];
  return {
    ...releases,
    settings,
    urls,
    marks,
    visitors,
    disk,
    supervise,
    update: (...words) => watch(spawn(process.execPath, ["scripts/update.mjs", ...given, ...words], options)),
    killEverything: () => killAll(trial),
  };
}

export async function untilReady(url: string): Promise<void> {
  const until = Date.now() + 60_000;
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > until) throw new Error(`${url} is not ready.`);
    await pause(50);
  }
}

/** What a test plants for the next update. The version that is here still starts. */
export function plant(site: TrialSite, name: "migration" | "booking" | "start"): void {
  writeFileSync(join(site.marks, name), JSON.parse(readFileSync(join(site.clone, "package.json"), "utf8")).version);
}

export function unplant(site: TrialSite): void {
  for (const name of readdirSync(site.marks)) rmSync(join(site.marks, name));
}

function watch(child: ChildProcess): Update {
  let said = "";
  const listeners = new Set<() => void>();
  const hear = (chunk: Buffer) => {
    said += chunk;
    for (const listener of listeners) listener();
  };
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const ended = once(child, "close").then(([status]) => status ?? 137);
  return {
    said: () => said,
    ended,
    saysSoon: (words) =>
      new Promise((resolve) => {
        const listen = () => {
          if (!words.test(said)) return;
          listeners.delete(listen);
          resolve();
        };
        listeners.add(listen);
        void ended.then(() => resolve());
        listen();
      }),
  };
}

/** As a power cut would: the update, all that it has started, the supervisor and the site. */
async function killAll(trial: string): Promise<void> {
  for (;;) {
    const found = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOf(name, trial));
    if (found.length === 0) return;
    for (const pid of found)
      try {
        process.kill(Number(pid), "SIGKILL");
      } catch {
        // It has ended.
      }
    await pause(20);
  }
}

function isOf(pid: string, trial: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").includes(trial);
  } catch {
    return false;
  }
}

async function ownDatabase(disk: string): Promise<Record<string, string>> {
  const folder = join(disk, "server");
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o755 });
  const server = await startPostgres({ on: folder, durable: true });
  onTestFinished(() => server.stop());
  const { Client } = (await import("pg")).default;
  const client = new Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query("create role porchlight login createdb");
  await client.query("create database porchlight owner porchlight");
  await client.end();
  const url = server.url("porchlight").replace("postgres@", "porchlight@");
  return { DATABASE_URL: url, AUTH_SECRET: "test-secret-test-secret-test-secret!" };
}
