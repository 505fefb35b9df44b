// What stops and starts the site.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { run, tryToRun, UpdateError } from "./run.ts";
import type { SiteSettings } from "./settings.ts";

export type Supervisor = {
  /** Without one the site has to be stopped before the update, and is left stopped. */
  isThere: boolean;
  urls: string[];
  stop(): Promise<void>;
  start(): Promise<void>;
  /** True once a process has ended that was just started. A command of the operator's cannot say so. */
  hasFailed(): Promise<boolean>;
  /** One process after the other, each ready before the next stops. Undefined if there is one only. */
  restartInTurn: (() => Promise<void>) | undefined;
  /** After the update. */
  leave(): Promise<string | undefined>;
};

type Chosen = { units: readonly string[]; command: string | undefined; ports: readonly number[] };

/** A start takes two or three; the way back begins after this. */
const READY_MS = 12_000;
const POLL_MS = 50;
const MAX_ANSWER_MS = 5_000;

export function chooseSupervisor(root: string, settings: SiteSettings, { units, command, ports }: Chosen): Supervisor {
  const own = ports.length > 0 ? ports : [settings.config.port];
  if (command !== undefined) return ofCommand(root, command, urlsOf(settings, own));
  return units.length > 0 ? ofSystemd(root, units, settings) : ofNobody(root, settings);
}

function ofSystemd(root: string, units: readonly string[], settings: SiteSettings): Supervisor {
  const { environment, config } = settings;
  const systemctl = async (verb: string) => {
    await run("systemctl", [verb, ...units], { cwd: root });
  };
  const ports = units.map((unit) => Number(/@(\d+)\.service$/.exec(unit)?.[1] ?? config.port));
  const env = { ...process.env, PUBLIC_URL: environment.PUBLIC_URL };
  return {
    isThere: true,
    urls: urlsOf(settings, ports),
    stop: () => systemctl("stop"),
    start: async () => {
      // After some failed starts systemd refuses more of them.
      await tryToRun("systemctl", ["reset-failed", ...units], { cwd: root });
      await systemctl("start");
    },
    hasFailed: async () => {
      const asked = ["show", "--value", "--property=NRestarts", "--property=ActiveState", ...units];
      return /^([1-9]\d*|failed)$/m.test(await run("systemctl", asked, { cwd: root }));
    },
    restartInTurn:
      ports.join() === "3001,3002"
        ? async () => void (await run("sh", ["deploy/rolling-restart.sh", "systemd"], { cwd: root, env }))
        : undefined,
    leave: async () => undefined,
  };
}

/** The command gets one more word: stop, start, or restart for one process after the other. */
function ofCommand(root: string, command: string, urls: string[]): Supervisor {
  const call = async (verb: string) => {
    await run("sh", ["-c", `${command} ${verb}`], { cwd: root });
  };
  return {
    isThere: true,
    urls,
    stop: () => call("stop"),
    start: () => call("start"),
    hasFailed: async () => false,
    restartInTurn: urls.length > 1 ? () => call("restart") : undefined,
    leave: async () => undefined,
  };
}

/** Without a supervisor the new version runs here only while it is tried. */
function ofNobody(root: string, settings: SiteSettings): Supervisor {
  const { environment, config, owner } = settings;
  const urls = urlsOf(settings, [config.port]);
  let child: ChildProcess | undefined;
  const stop = async () => {
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    child = undefined;
  };
  return {
    isThere: false,
    urls,
    stop: async () => {
      await stop();
      if (await answers(`${urls[0]}/healthz`))
        throw new UpdateError(
          `the site runs on port ${config.port}, and no unit of systemd does it: stop it first, or name a command that does (--restart)`,
        );
    },
    start: async () => {
      const env = { ...environment, NODE_ENV: "production" };
      child = spawn(process.execPath, ["build-server/main.js"], { cwd: root, env, stdio: "ignore", ...owner });
    },
    hasFailed: async () => child?.exitCode !== null || child.signalCode !== null,
    restartInTurn: undefined,
    leave: async () => {
      await stop();
      return "Start it: npm start";
    },
  };
}

/** Throws UpdateError if one of them is not ready in time. */
export async function untilReady({ urls, hasFailed }: Supervisor): Promise<void> {
  const until = Date.now() + READY_MS;
  for (const url of urls)
    while (!(await answers(`${url}/readyz`, 200))) {
      if (await hasFailed()) throw new UpdateError("the site ended as soon as it started; its log says why");
      if (Date.now() > until) throw new UpdateError(`${url} was not ready after ${READY_MS / 1000} s`);
      await pause(POLL_MS);
    }
}

function answers(url: string, status?: number): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(MAX_ANSWER_MS) }).then(
    (answer) => status === undefined || answer.status === status,
    () => false,
  );
}

function urlsOf({ config: { host } }: SiteSettings, ports: readonly number[]): string[] {
  const address = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return ports.map((port) => `http://${address.includes(":") ? `[${address}]` : address}:${port}`);
}
