import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export type SiteProcess = { url: string; process: ChildProcess; end(signal: NodeJS.Signals): Promise<void> };

/** Starts the site in a process of its own. `settings` are those of databaseEnvironment(). Ends with the test. */
export async function startProcess(settings: Record<string, string>): Promise<SiteProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "site-process.ts")], {
    env: { ...process.env, LOG_LEVEL: "error", RATE_LIMIT: "off", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  onTestFinished(() => end("SIGKILL"));
  const port = await new Promise<string>((resolve, reject) => {
    let heard = "";
    child.stdout.on("data", (chunk) => {
      heard += chunk;
      const [, found] = /listening on (\d+)/.exec(heard) ?? [];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`The process ended before it listened:\n${heard}`)));
  });
  return { url: `http://127.0.0.1:${port}`, process: child, end };
}

export async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}
