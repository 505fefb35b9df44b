// A real nginx with deploy/nginx.conf, on ports of this machine.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { freePort } from "./postgres.ts";

const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);
const SHIPPED = join(import.meta.dirname, "../../deploy/nginx.conf");

export type Nginx = {
  url: string;
  /** What it has logged until now, in its usual formats. */
  readLogs: () => { access: string; error: string };
};

/** In front of these two processes, until the test ends. Undefined if nginx is not installed. */
export async function startNginx(upstreams: readonly [number, number], ready = "/healthz"): Promise<Nginx | undefined> {
  if (!NGINX) return undefined;
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  // Its workers run as nobody if root starts it.
  chmodSync(folder, 0o755);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid nginx.pid; error_log error.log; events {}
    http { access_log access.log; ${onThisMachine(port, upstreams)} }`,
  );
  const nginx = spawn(NGINX, ["-p", folder, "-c", "nginx.conf", "-e", "stderr"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(async () => {
    nginx.kill("SIGTERM");
    if (nginx.exitCode === null) await once(nginx, "exit");
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}${ready}`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(answers, { timeout: 10_000 }).toBe(200);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return { url, readLogs: () => ({ access: read("access.log"), error: read("error.log") }) };
}

/** The shipped configuration with our ports and without certificates. */
function onThisMachine(port: number, [one, other]: readonly [number, number]): string {
  return readFileSync(SHIPPED, "utf8")
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_.*\n/gm, "")
    .replaceAll("/var/log/nginx/", "")
    .replace("127.0.0.1:3001", `127.0.0.1:${one}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${other}`);
}
