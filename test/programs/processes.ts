import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { newBooking } from "../people.ts";
import type { TestSite } from "../server.ts";

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
  const [command = "", ...rest] = [...under, process.execPath, join(import.meta.dirname, "site-process.ts")];
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

/** A separate process that only sends due messages from a site's database, until the test ends. Its clock is fixed. */
export function spawnWorker({ config, clock }: TestSite, settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "worker-process.ts")], {
    env: {
      ...process.env,
      LOG_LEVEL: "silent",
      RATE_LIMIT: "off",
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl ?? "",
      AUTH_SECRET: config.authSecret ?? "",
      NOW: clock.now().toISOString(),
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

export type Slot = { date: string; time: string };

export async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
}

export function bookingOf(slot: Slot, email: string) {
  return newBooking({ meetingDate: slot.date, meetingTime: slot.time, email });
}

/** Bookable times from the third open day on: earlier ones may pass while a test runs. */
export async function freeSlots(site: SiteProcess | undefined, count: number): Promise<Slot[]> {
  const { days } = (await (await fetch(`${site?.url}/api/bookings/available-days`)).json()) as {
    days: { date: string; state: string }[];
  };
  const slots: Slot[] = [];
  for (const { date } of days.filter(({ state }) => state === "open").slice(2)) {
    const answer = (await (await fetch(`${site?.url}/api/bookings/available-slots?date=${date}`)).json()) as {
      slots: string[];
    };
    slots.push(...answer.slots.map((time) => ({ date, time })));
    if (slots.length >= count) return slots.slice(0, count);
  }
  throw new Error("Too few slots.");
}

/** Books all of these at once, and returns the ids of the acknowledged ones. */
export async function bookMany(site: SiteProcess, slots: readonly Slot[]): Promise<string[]> {
  const ids = slots.map(async (slot, index) => {
    const answer = await post(`${site.url}/api/bookings`, bookingOf(slot, `seller${index}@example.com`));
    const { bookingId } = (await answer.json()) as { bookingId?: string };
    return answer.status === 201 && bookingId ? [bookingId] : [];
  });
  return (await Promise.all(ids)).flat();
}
