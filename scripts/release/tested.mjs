// The stamp is beside git's own files, which no commit and no clone carries.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** The result is undefined if a file differs from the commit, or if this is not a git repository. */
export function findCleanCommit(folder) {
  try {
    if (git(folder, "status", "--porcelain") !== "") return undefined;
    return git(folder, "rev-parse", "HEAD");
  } catch {
    // An export of the code has no commits.
    return undefined;
  }
}

/** `commit` was found before the tests: a change during them was not tested as a whole. */
export function recordTested(folder, { commit, passed, failed }) {
  if (commit === undefined) return;
  const hasPassed = failed === 0 && passed > 0 && findCleanCommit(folder) === commit;
  if (hasPassed) writeFileSync(stampOf(folder), JSON.stringify({ commit, passed, at: new Date().toISOString() }));
  else if (findTested(folder)?.commit === commit) rmSync(stampOf(folder));
}

export function findTested(folder) {
  try {
    return JSON.parse(readFileSync(stampOf(folder), "utf8"));
  } catch {
    return undefined;
  }
}

function stampOf(folder) {
  return resolve(folder, git(folder, "rev-parse", "--git-path", "tested"));
}

function git(folder, ...args) {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
