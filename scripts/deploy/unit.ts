// The systemd units of deploy/, as far as systemd can judge them without running them.
import { deepStrictEqual, ok } from "node:assert";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isInstalled, NotChecked, requirePrograms, root, runProgram } from "./part.ts";

const UNITS = ["porchlight.service", "porchlight@.service"];
/** 10 is an open service, 0 one that may do nothing. */
const MAX_EXPOSURE = 1.6;

/** With the paths of this machine: verify looks whether the program is there. */
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
  const said = await runProgram("systemd-analyze", ["security", "--offline=true", path]);
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(said)?.[1]);
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

/** What the site asks of the kernel while it starts, books, reads a picture and stops, compared with what the unit lets it. */
export async function compareSystemCalls(calls: ReadonlySet<string>): Promise<string> {
  requirePrograms("systemd-analyze");
  if (!isInstalled("strace")) throw new NotChecked("strace is missing");
  const allowed = await allowedCalls(readFileSync(join(root, "deploy/porchlight.service"), "utf8"));
  deepStrictEqual([...calls].filter((name) => !allowed.has(name)).sort(), []);
  return `${calls.size} kinds of system calls, all of them allowed`;
}

/** Lines of SystemCallFilter in order: the first allows, one with ~ takes away, a later one adds. */
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
