import { strictEqual } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/programs/postgres.ts";
import { requirePrograms, root, runProgram } from "./part.ts";

const MAX_START_MS = 30_000;
const CADDYFILE = join(root, "deploy/Caddyfile");

export type Caddy = {
  url: string;
  ca: string;
  /** Open calls are answered, as with `systemctl reload caddy`. */
  pointTo(...ports: number[]): Promise<void>;
  readLog(): string;
  stop(): Promise<void>;
};

/** The site has to know the address first. */
export async function futureCaddy(): Promise<{ url: string; port: number }> {
  const port = await freePort();
  return { port, url: `https://localhost:${port}` };
}

export async function startCaddy(port: number, upstreams: readonly number[]): Promise<Caddy> {
  requirePrograms("caddy");
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const file = join(folder, "Caddyfile");
  const admin = `unix/${join(folder, "admin.sock")}`;
  const url = `https://localhost:${port}`;
  writeFileSync(file, onThisMachine({ folder, admin, port, httpPort: await freePort() }));
  const environment = (ports: readonly number[]) => ({
    ...process.env,
    HOME: folder,
    PUBLIC_URL: url,
    UPSTREAMS: ports.map((upstream) => `127.0.0.1:${upstream}`).join(" "),
  });
  const config = ["--config", file, "--adapter", "caddyfile"];
  const caddy = spawn("caddy", ["run", ...config], {
    env: environment(upstreams),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  caddy.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const stop = async () => {
    await end(caddy);
    rmSync(folder, { recursive: true, force: true });
  };
  const certificate = join(folder, "pki/authorities/local/root.crt");
  try {
    await untilServing(caddy, { certificate, log: () => log });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    ca: readFileSync(certificate, "utf8"),
    pointTo: async (...ports) => {
      await runProgram("caddy", ["reload", ...config, "--address", admin], { env: environment(ports) });
    },
    readLog: () => log,
    stop,
  };
}

type Places = { folder: string; admin: string; port: number; httpPort: number };

/** The machine's trust store stays unchanged. */
function onThisMachine({ folder, admin, port, httpPort }: Places): string {
  const options = [
    `admin ${admin}`,
    `storage file_system ${folder}`,
    "skip_install_trust",
    `http_port ${httpPort}`,
    `https_port ${port}`,
  ];
  return readFileSync(CADDYFILE, "utf8").replace("{\n", `{\n${options.map((line) => `\t${line}\n`).join("")}`);
}

async function untilServing(caddy: ChildProcess, { certificate, log }: { certificate: string; log: () => string }) {
  const end = Date.now() + MAX_START_MS;
  while (!existsSync(certificate) || !log().includes("certificate obtained successfully")) {
    if (caddy.exitCode !== null || Date.now() > end) throw new Error(`Caddy did not start:\n${log()}`);
    await pause(50);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

export async function checkCaddyfile(): Promise<string> {
  requirePrograms("caddy");
  const env = { ...process.env, PUBLIC_URL: "https://homes.example.com" };
  await runProgram("caddy", ["validate", "--config", CADDYFILE, "--adapter", "caddyfile"], { env });
  const formatted = await runProgram("caddy", ["fmt", CADDYFILE]);
  strictEqual(readFileSync(CADDYFILE, "utf8"), formatted);
  return (await runProgram("caddy", ["version"])).trim();
}
