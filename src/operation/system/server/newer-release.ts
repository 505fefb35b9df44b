// Once a week, where the owner has named UPDATE_REMOTE. Git asks for the names of tags, and tells nothing of this site.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SystemConfig } from "./checks/check.ts";

type Config = Pick<SystemConfig, "dataDir" | "updateRemote">;

export type Answer = { remote: string; askedAt: string; newest: string | null; problem: string | null };

const FILE = "newest-release.json";
const WEEK_MS = 7 * 24 * 60 * 60_000;
const TIMEOUT_MS = 20_000;
const TAG = /refs\/tags\/v(\d+\.\d+\.\d+)$/gm;
/** Of a clone around it git would ask who owns it. */
const OUTSIDE = "/";
const PASSED_ON = ["PATH", "HOME", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];

export const byVersion = new Intl.Collator("en", { numeric: true }).compare;

/** An answer that fails is asked for again after a week too. */
export async function askForRelease({ dataDir, updateRemote }: Config, now: Date): Promise<void> {
  if (updateRemote === undefined) return;
  const known = await findAnswer({ dataDir, updateRemote });
  if (known && Math.abs(now.getTime() - Date.parse(known.askedAt)) < WEEK_MS) return;
  const answer: Answer = { remote: updateRemote, askedAt: now.toISOString(), ...(await ask(updateRemote)) };
  await writeFile(join(dataDir, FILE), JSON.stringify(answer), { mode: 0o600 });
}

export async function findAnswer({ dataDir, updateRemote }: Config): Promise<Answer | undefined> {
  try {
    const answer = JSON.parse(await readFile(join(dataDir, FILE), "utf8"));
    return answer.remote === updateRemote ? answer : undefined;
  } catch {
    return undefined;
  }
}

async function ask(remote: string): Promise<Pick<Answer, "newest" | "problem">> {
  const passed = PASSED_ON.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const env = { ...Object.fromEntries(passed), GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:ssh:git:file" };
  try {
    const asked = ["ls-remote", "--tags", "--refs", "--", remote, "v*"];
    const { stdout } = await promisify(execFile)("git", asked, { cwd: OUTSIDE, env, timeout: TIMEOUT_MS });
    const versions = [...stdout.matchAll(TAG)].map(([, version = ""]) => version);
    return { newest: versions.sort(byVersion).at(-1) ?? null, problem: null };
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    const why = code === "ENOENT" ? "git is not installed" : (stderr.trim().split("\n").at(-1) ?? "");
    return { newest: null, problem: why || "there was no answer" };
  }
}
