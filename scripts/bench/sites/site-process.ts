import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
/** The system's temporary folder may be in memory, and commits must reach a disk. */
export const BENCH_FOLDER = join(root, "build-bench");

export type SiteProcess = {
  url: string;
  pid: number;
  end(signal?: NodeJS.Signals): Promise<void>;
};

export type Options = { env?: Record<string, string>; nodeArguments?: readonly string[]; server?: Promise<string> };

/** The flags repeat those of scripts/start.mjs. */
export const siteArguments = (server = "build-server") => ["--max-semi-space-size=4", `${server}/main.js`];
export const SECRET = { AUTH_SECRET: "of-no-use-to-anybody-but-a-measurement" };
export const SITE_ENVIRONMENT = {
  NODE_ENV: "production",
  NODE_COMPILE_CACHE: join(root, "node_modules", ".compiled"),
  MALLOC_ARENA_MAX: "1",
};

export async function startSite({ env = {}, nodeArguments = [], server }: Options): Promise<SiteProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeArguments, ...siteArguments(await server)], {
    cwd: root,
    env: {
      ...process.env,
      ...SITE_ENVIRONMENT,
      PORT: String(port),
      RATE_LIMIT: "off",
      LOG_LEVEL: "error",
      ...SECRET,
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await waitForOutput(child, "The site is at");
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end: (signal) => end(child, signal) };
}

export async function withSite<Result>(
  work: (url: string, site: SiteProcess) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  return withFolder(async (folder) => {
    const site = await startSite({ ...options, env: { DATA_DIR: folder, ...options.env } });
    try {
      return await work(site.url, site);
    } finally {
      await site.end();
    }
  });
}

export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  mkdirSync(BENCH_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(BENCH_FOLDER, "data-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The output is read to its end, because a full pipe would stop the process. */
export async function waitForOutput(child: ChildProcess, words: string): Promise<void> {
  let all = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on("data", (chunk) => {
    if (all.includes(words)) return;
    all += chunk;
    if (all.includes(words)) resolve();
  });
  child.once("exit", () => reject(new Error(`The process ended before it said "${words}":\n${all}`)));
  await promise;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** The result is milliseconds; undefined on systems other than Linux. */
export function cpuOf(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  // The name may contain spaces, so fields are counted after it; user and system time are fields 14 and 15, in hundredths.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The result is in MB; undefined on systems other than Linux. */
export function memoryOf(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}
