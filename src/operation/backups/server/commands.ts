import { type ChildProcess, spawn } from "node:child_process";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const TIMEOUT_MS = 6 * 60 * 60_000;
const KILL_AFTER_MS = 5_000;
const MAX_SAID = 10_000;
const SHOWN_LINES = 3;
const MAX_SHOWN = 400;
/** A program needs these to run, to find its settings and to reach the network. The site's own settings are left out. */
const PASSED_ON =
  /^(PATH|HOME|USER|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|XDG_\w+|SSH_AUTH_SOCK|(HTTPS?|NO|ALL)_PROXY|RCLONE_\w+|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA|PATHEXT|ComSpec)$/i;
const SECRET_NAME = /PASS|SECRET|KEY|TOKEN|AUTH|CRED/i;

type Environment = Record<string, string | undefined>;

export type CommandOptions = {
  file: string;
  name?: string;
  backoffMs: readonly number[];
  timeoutMs?: number;
};

const running = new Set<ChildProcess>();

/** Resolves with the last problem, or with null once a try succeeds. */
export async function runCommand(words: readonly string[], options: CommandOptions): Promise<string | null> {
  for (let tries = 0; ; tries++) {
    const problem = await runOnce(words, options);
    const backoff = options.backoffMs[tries];
    if (problem === null || backoff === undefined) return problem;
    await sleep(backoff);
  }
}

export function killCommands(): void {
  for (const child of running) kill(child, "SIGKILL");
}

async function runOnce(words: readonly string[], { file, name = basename(file), timeoutMs }: CommandOptions) {
  const [program = "", ...given] = words;
  const values: Record<string, string> = { "{file}": file, "{name}": name };
  const parameters = given.map((word) => word.replaceAll(/\{(?:file|name)\}/g, (place) => values[place] ?? place));
  const child = spawn(program, parameters, {
    env: commandEnvironment(process.env),
    stdio: ["ignore", "ignore", "pipe"],
    // The command has a process group of its own, so that a script ends together with its children.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  running.add(child);
  let said = "";
  let isLate = false;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MAX_SAID);
  });
  const limit = timeoutMs ?? TIMEOUT_MS;
  let killer: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    isLate = true;
    kill(child, "SIGTERM");
    killer = setTimeout(() => kill(child, "SIGKILL"), KILL_AFTER_MS);
  }, limit);
  const end = await endOf(child);
  clearTimeout(timer);
  clearTimeout(killer);
  running.delete(child);
  if (isLate) return `${program} took longer than ${Math.round(limit / 60_000)} minutes`;
  return end === null ? null : withWords(`${program} ${end}`, said);
}

function endOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(`could not be started (${error.code})`));
    child.once("close", (code, signal) => {
      if (code === 0) resolve(null);
      else resolve(signal ? `was ended by ${signal}` : `ended with status ${code}`);
    });
  });
}

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

export function commandEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED_ON.test(name)));
}

/** Passwords are removed from the output. */
function withWords(problem: string, said: string): string {
  const lines = withoutSecrets(said, process.env)
    .replaceAll(/[^\P{C}\n]/gu, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  const shown = lines.slice(-SHOWN_LINES).join(" / ").slice(-MAX_SHOWN);
  return shown ? `${problem}: ${shown}`.replace(/\.$/, "") : problem;
}

export function withoutSecrets(text: string, environment: Environment): string {
  const secrets = Object.entries(environment).flatMap(([name, value = ""]) =>
    SECRET_NAME.test(name) && value.length >= 4 ? value : [],
  );
  const bare = text.replaceAll(/\/\/[^\s/@]+@/g, "//***@");
  return secrets.reduce((known, secret) => known.replaceAll(secret, "***"), bare);
}
