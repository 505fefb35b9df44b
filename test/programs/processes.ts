import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { databaseOf, type TestSite } from "../server.ts";
import { programFile } from "./commands.ts";

export type SiteProcess = { url: string; process: ChildProcess; end(signal: NodeJS.Signals): Promise<void> };

/**
 * Starts the site in a separate process until the test ends. `settings` come from databaseEnvironment(). `under` is a
 * command that runs the given one in its own process.
 */
export async function startProcess(settings: Record<string, string>, under?: readonly string[]): Promise<SiteProcess> {
  const { listening, ...site } = launch(settings, under);
  return { ...site, url: await listening };
}

/** The same without waiting; `listening` resolves with the URL, unless standard output is redirected. */
export function launch(
  settings: Record<string, string>,
  under: readonly string[] = [],
  output: "pipe" | number = "pipe",
): Omit<SiteProcess, "url"> & { listening: Promise<string> } {
  const [command = "", ...rest] = [...under, process.execPath, programFile("site-process")];
  const child = spawn(command, rest, {
    env: { ...process.env, LOG_LEVEL: "error", RATE_LIMIT: "off", ...settings },
    stdio: ["ignore", output, "inherit"],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  onTestFinished(() => end("SIGKILL"));
  const listening = new Promise<string>((resolve, reject) => {
    let heard = "";
    child.stdout?.on("data", (chunk) => {
      heard += chunk;
      const [, port] = /listening on (\d+)/.exec(heard) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once("exit", () => reject(new Error(`The process ended before it listened:\n${heard}`)));
  });
  // A test that stops it before it listens does not need the URL.
  listening.catch(() => {});
  return { process: child, end, listening };
}

/** What a start writes to standard output. The process then ends. */
export async function saidAtStart(settings: Record<string, string>): Promise<string> {
  const { process, listening } = launch(settings);
  let said = "";
  process.stdout?.on("data", (chunk) => {
    said += chunk;
  });
  await listening;
  process.kill("SIGTERM");
  // Output may still arrive after "exit".
  await once(process, "close");
  return said;
}

/** A separate process that only sends due messages from a site's database, until the test ends. Its clock is fixed. */
export function spawnWorker(site: TestSite, settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [programFile("worker-process")], {
    env: {
      ...process.env,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "off",
      ...databaseOf(site),
      NOW: site.clock.now().toISOString(),
      WORKER_POLL_SECONDS: "1",
      ...settings,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}
