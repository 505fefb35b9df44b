// wrk uses so little CPU that it does not distort a fast reference.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, perSecond, type Row } from "../row.ts";
import { cpuOf } from "../sites/site-process.ts";

export const WRK = ["/usr/bin/wrk", "/usr/local/bin/wrk", "/opt/homebrew/bin/wrk"].find(existsSync);
export const NEEDS_WRK = "needs wrk (apt-get install wrk)";

const WARM_UP_SECONDS = 1;

export type Load = {
  requests: number;
  rate: number;
  /** The value is in milliseconds. */
  p50: number;
  p99: number;
  /** The value is milliseconds of CPU time per request; NaN if unknown. */
  cpu: number;
};

type Target = {
  url: string;
  pid?: number;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  paths: readonly string[];
};

/** Throws for answers outside 200 to 399. */
export async function load({ url, pid, connections, seconds, headers = {}, paths }: Target): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), "wrk-"));
  const flags = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  if (paths.length > 1) flags.push("-s", scriptFor(paths, folder));
  const before = pid === undefined ? undefined : cpuOf(pid);
  try {
    const always = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency"];
    const { stdout } = await promisify(execFile)(WRK ?? "", [...always, ...flags, `${url}${paths[0]}`]);
    if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer as it should:\n${stdout}`);
    const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
    const cpu = pid === undefined || before === undefined ? Number.NaN : ((cpuOf(pid) ?? 0) - before) / requests;
    return { requests, rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), ...latencies(stdout), cpu };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scriptFor(paths: readonly string[], folder: string): string {
  const file = join(folder, "paths.lua");
  writeFileSync(
    file,
    `local paths = {${paths.map((path) => JSON.stringify(path)).join(",")}}
local last = 0
request = function()
  last = last % #paths + 1
  return wrk.format("GET", paths[last])
end`,
  );
  return file;
}

/** Every round measures all targets, so that other load on the machine affects them equally. */
export async function loadAlternately<Name extends string>(
  targets: Record<Name, Target>,
  rounds: number,
): Promise<Record<Name, Load>> {
  const names = Object.keys(targets) as Name[];
  const loads = new Map<Name, Load[]>(names.map((name) => [name, []]));
  for (const name of names) await load({ ...targets[name], seconds: WARM_UP_SECONDS });
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) loads.get(name)?.push(await load(targets[name]));
  const middle = (name: Name, figure: keyof Load) => median((loads.get(name) ?? []).map((result) => result[figure]));
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        requests: middle(name, "requests"),
        rate: middle(name, "rate"),
        p50: middle(name, "p50"),
        p99: middle(name, "p99"),
        cpu: middle(name, "cpu"),
      },
    ]),
  ) as Record<Name, Load>;
}

export function compared(ours: Load, reference: Load): Partial<Row> & { ratio: number; p99: number } {
  return {
    ratio: ours.rate / reference.rate,
    measured: perSecond(ours.rate),
    reference: perSecond(reference.rate),
    p50: ours.p50,
    p99: ours.p99,
    ...(!Number.isNaN(ours.cpu) && { cpuPerRequest: ours.cpu }),
  };
}

function latencies(text: string): { p50: number; p99: number } {
  const latency = (share: string) => {
    const [, value = "", unit = "ms"] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(text) ?? [];
    return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"];
  };
  return { p50: latency("50"), p99: latency("99") };
}
