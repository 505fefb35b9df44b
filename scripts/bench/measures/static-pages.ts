// P1 and P2 compare the home page from one process with nginx serving the same compressed bytes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compared, loadAlternately, WRK } from "../clients/wrk.ts";
import { notMeasured, type Row, type SiteMeasurement } from "../row.ts";
import { freePort } from "../sites/site-process.ts";

/** For a trailing slash nginx looks for an index file in a folder, so the path is not "/". */
const NGINX_PATH = "/home";
const ROUNDS = 3;
const SECONDS = 5;
const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);
const FULL = ["P1", "GET / from one process, 32 connections, against nginx", "≥ 0.5, p99 ≤ 10 ms"] as const;
const UNCHANGED = ["P2", "the same answered 304", "≥ 0.8"] as const;

export const measureStaticPages: SiteMeasurement = async ({ url, pid }) => {
  if (!NGINX || !WRK) {
    const why = "needs nginx and wrk (apt-get install nginx wrk)";
    return [notMeasured(...FULL, why), notMeasured(...UNCHANGED, why)];
  }
  const { body, etag } = await compressed(`${url}/`);
  const reference = await startNginx(NGINX, body);
  try {
    const full = await compare({ url, pid }, reference.url, {});
    const { etag: referenceEtag } = await compressed(`${reference.url}${NGINX_PATH}`);
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

async function compare(
  site: { url: string; pid: number },
  reference: string,
  headers: Record<string, string>,
  referenceHeaders = headers,
) {
  const how = { connections: 32, seconds: SECONDS };
  const always = { "accept-encoding": "br" };
  const { ours, theirs } = await loadAlternately(
    {
      ours: { ...how, ...site, paths: ["/"], headers: { ...always, ...headers } },
      theirs: { ...how, url: reference, paths: [NGINX_PATH], headers: { ...always, ...referenceHeaders } },
    },
    ROUNDS,
  );
  return compared(ours, theirs);
}

function row(
  [id, measure, must]: readonly [string, string, string],
  result: Awaited<ReturnType<typeof compare>>,
  met: boolean,
): Row {
  const { ratio, p99 } = result;
  return { id, measure, must, got: `${ratio.toFixed(2)}, p99 ${p99.toFixed(1)} ms`, met, ...result };
}

/** fetch would decompress the body. */
function compressed(url: string): Promise<{ body: Buffer; etag: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { "accept-encoding": "br" } }, async (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ body: Buffer.concat(chunks), etag: response.headers.etag ?? "" });
    })
      .on("error", reject)
      .end();
  });
}

/** nginx is at its best with one worker and an open file cache. */
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
    location = /home { root ${folder}; default_type text/html; add_header content-encoding br; } } }`,
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
      await compressed(`${url}${NGINX_PATH}`);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("nginx does not answer.");
}
