// The built site in a process of its own, with an empty database and no limits, for as long as a measurement takes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function withSite<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "site-bench-"));
  const child = spawn(process.execPath, ["src/main.ts"], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: "off", LOG_LEVEL: "error" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes("The site is at")) break;
    return await work(`http://localhost:${port}`);
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
