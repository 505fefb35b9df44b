import { deepStrictEqual, ok, strictEqual } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { freePort } from "#test/programs/postgres.ts";
import { bookMeeting, post } from "#test/programs/requests.ts";
import { waitForOutput } from "../bench/sites/site-process.ts";
import { requirePrograms, root, runProgram } from "./part.ts";

const UNITS = ["porchlight.service", "porchlight@.service"];
/** The scale goes from 0, fully restricted, to 10, unrestricted. */
const MAX_EXPOSURE = 1.6;
const PICTURE = { width: 1200, height: 800, channels: 3, background: "grey" } as const;

/** verify requires that the program exists, so the paths are those of this machine. */
export async function verifyUnits(): Promise<string> {
  requirePrograms("systemd-analyze");
  return withUnits(async (paths) => {
    for (const path of paths) await runProgram("systemd-analyze", ["verify", "--recursive-errors=one", path]);
    const exposures = await Promise.all(paths.map(exposureOf));
    ok(Math.max(...exposures) <= MAX_EXPOSURE, `exposure is ${exposures}`);
    return `exposure ${exposures.join(" and ")} of 10`;
  });
}

async function exposureOf(path: string): Promise<number> {
  const output = await runProgram("systemd-analyze", ["security", "--offline=true", path]);
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(output)?.[1]);
}

async function withUnits(work: (paths: string[]) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "units-"));
  try {
    const paths = UNITS.map((name) => {
      const path = join(folder, name.replace("@", "@3001"));
      const unit = readFileSync(join(root, "deploy", name), "utf8");
      writeFileSync(path, unit.replaceAll("/srv/porchlight/node_modules/.bin/node", process.execPath));
      return path;
    });
    return await work(paths);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function compareSystemCalls(): Promise<string> {
  requirePrograms("systemd-analyze", "strace");
  const allowed = await allowedCalls(readFileSync(join(root, "deploy/porchlight.service"), "utf8"));
  const calls = await systemCallsOfSite();
  ok(calls.has("setpriority"), "no picture was read");
  deepStrictEqual([...calls].filter((name) => !allowed.has(name)).sort(), []);
  return `${calls.size} kinds of system calls, all of them allowed`;
}

async function systemCallsOfSite(): Promise<Set<string>> {
  const folder = mkdtempSync(join(tmpdir(), "system-calls-"));
  const file = join(folder, "calls");
  const adminPassword = "correct horse battery";
  const url = `http://127.0.0.1:${await freePort()}`;
  const site = spawn(
    "strace",
    ["-f", "-qq", "-o", file, process.execPath, "--max-semi-space-size=4", "build-server/main.js"],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: new URL(url).port,
        DATA_DIR: join(folder, "data"),
        ADMIN_EMAIL: "owner@example.com",
        ADMIN_PASSWORD: adminPassword,
        NODE_COMPILE_CACHE: join(folder, "compiled"),
      },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    await waitForOutput(site, "The site is at");
    await bookMeeting({ url });
    const login = await post(`${url}/api/auth/login`, { email: "owner@example.com", password: adminPassword });
    const { accessToken } = (await login.json()) as { accessToken: string };
    const headers = { authorization: `Bearer ${accessToken}`, "content-type": "image/jpeg" };
    const body = new Uint8Array(await sharp({ create: PICTURE }).jpeg().toBuffer());
    strictEqual((await fetch(`${url}/api/site/pictures`, { method: "POST", headers, body })).status, 201);
  } finally {
    await endTraced(site);
  }
  const lines = readFileSync(file, "utf8").matchAll(/^\d+ +(?:<\.\.\. )?([a-z_0-9]+)/gm);
  rmSync(folder, { recursive: true, force: true });
  return new Set([...lines].map(([, name = ""]) => name));
}

/** strace does not pass signals on. */
async function endTraced(strace: ChildProcess): Promise<void> {
  if (strace.exitCode !== null) return;
  const [site = ""] = readFileSync(`/proc/${strace.pid}/task/${strace.pid}/children`, "utf8").trim().split(" ");
  const ended = once(strace, "exit");
  process.kill(Number(site), "SIGTERM");
  await ended;
}

/** In SystemCallFilter the first line allows, one with ~ removes, a later one adds. */
async function allowedCalls(unit: string): Promise<Set<string>> {
  const allowed = new Set<string>();
  for (const [, isDenied, words = ""] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm))
    for (const word of words.trim().split(/\s+/))
      for (const name of await expand(word)) {
        if (isDenied) allowed.delete(name);
        else allowed.add(name);
      }
  return allowed;
}

async function expand(word: string): Promise<string[]> {
  if (!word.startsWith("@")) return [word];
  const lines = (await runProgram("systemd-analyze", ["syscall-filter", word])).split("\n");
  const names = lines.map((line) => line.trim()).filter((line) => line && !line.startsWith("#") && line !== word);
  return (await Promise.all(names.map(expand))).flat();
}
