// P1 and P2: the home page from one process, against nginx serving the same compressed bytes in the same run.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, notMeasured, perSecond, type Row, type SiteMeasurement } from "./row.ts";
import { cpuOf, freePort } from "./site-process.ts";

const ROUNDS = 3;
const SECONDS = 5;
const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);
const WRK = ["/usr/bin/wrk", "/usr/local/bin/wrk", "/opt/homebrew/bin/wrk"].find(existsSync);
const FULL = ["P1", "GET / from one process, 32 connections, against nginx", "≥ 0.5, p99 ≤ 10 ms"] as const;
const UNCHANGED = ["P2", "the same answered 304", "≥ 0.8"] as const;

export const measureStaticPages: SiteMeasurement = async ({ url, pid }) => {
  if (!NGINX || !WRK) {
    const why = "needs nginx and wrk (apt-get install nginx wrk)";
    return [notMeasured(...FULL, why), notMeasured(...UNCHANGED, why)];
  }
  const { body, etag } = await compressedHome(url);
  const reference = await startNginx(NGINX, body);
  try {
    const full = await compare({ url, pid }, reference.url, {});
    const { etag: referenceEtag } = await compressedHome(reference.url);
    const unchanged = await compare(
      { url, pid },
      reference.url,
      { "if-none-match": etag },
      { "if-none-match": referenceEtag },
    );
    return [row(FULL, full, full.ratio >= 0.5 && full.p99 <= 10), row(UNCHANGED, unchanged, unchanged.ratio >= 0.8)];
  } finally {
    await reference.stop();
  }
};

type Comparison = { ratio: number; rate: number; reference: number; p50: number; p99: number; cpu: number | undefined };

function row([id, measure, must]: readonly [string, string, string], result: Comparison, met: boolean): Row {
  const { ratio, rate, reference, p50, p99, cpu } = result;
  return {
    id,
    measure,
    must,
    got: `${ratio.toFixed(2)}, p99 ${p99.toFixed(1)} ms`,
    met,
    ratio,
    measured: perSecond(rate),
    reference: perSecond(reference),
    p50,
    p99,
    cpuPerRequest: cpu,
  };
}

async function compare(
  site: { url: string; pid: number },
  reference: string,
  headers: Record<string, string>,
  referenceHeaders = headers,
): Promise<Comparison> {
  const ours: (Load & { cpu: number })[] = [];
  const theirs: Load[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = cpuOf(site.pid) ?? Number.NaN;
    const result = await load(site.url, headers);
    ours.push({ ...result, cpu: ((cpuOf(site.pid) ?? Number.NaN) - before) / result.requests });
    theirs.push(await load(reference, referenceHeaders));
  }
  const middle = (figure: keyof (typeof ours)[number]) => median(ours.map((result) => result[figure]));
  const referenceRate = median(theirs.map((result) => result.rate));
  const cpu = middle("cpu");
  return {
    rate: middle("rate"),
    reference: referenceRate,
    ratio: middle("rate") / referenceRate,
    p50: middle("p50"),
    p99: middle("p99"),
    cpu: Number.isNaN(cpu) ? undefined : cpu,
  };
}

type Load = { requests: number; rate: number; p50: number; p99: number };

async function load(url: string, headers: Record<string, string>): Promise<Load> {
  const flags = Object.entries({ "accept-encoding": "br", ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ]);
  const { stdout } = await promisify(execFile)(WRK ?? "", [
    "-t1",
    "-c32",
    `-d${SECONDS}s`,
    "--latency",
    ...flags,
    `${url}/`,
  ]);
  const latency = (share: string) => {
    const [, value = "", unit = "ms"] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit as "us" | "ms" | "s"];
  };
  return {
    requests: Number(/(\d+) requests in/.exec(stdout)?.[1]),
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p50: latency("50"),
    p99: latency("99"),
  };
}

/** The bytes as they travel; fetch would unpack them. */
function compressedHome(url: string): Promise<{ body: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    request(`${url}/`, { headers: { "accept-encoding": "br" } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ body: Buffer.concat(chunks), etag: response.headers.etag ?? "" });
    })
      .on("error", reject)
      .end();
  });
}

/** One worker, files held open: nginx at its best. */
async function startNginx(nginx: string, body: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-bench-"));
  const port = await freePort();
  writeFileSync(join(folder, "home"), body);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; worker_processes 1; user root; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=100;
  open_file_cache_valid 60s; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port};
    location = / { alias ${folder}/home; default_type text/html; add_header content-encoding br; } } }`,
  );
  const child = spawn(nginx, ["-c", join(folder, "nginx.conf"), "-p", folder], { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url);
  return {
    url,
    stop: async () => {
      child.kill("SIGQUIT");
      if (child.exitCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswering(url: string): Promise<void> {
  const latest = Date.now() + 5_000;
  while (Date.now() < latest) {
    try {
      await compressedHome(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("nginx does not answer.");
}
