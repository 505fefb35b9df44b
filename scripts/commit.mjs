import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The commit of these sources, from git, REVISION (a container sees no git) or what git archive wrote; else empty. */
export function readCommit(folder, { REVISION = "" } = process.env) {
  return fromGit(folder) || shortened(REVISION) || shortened(fromArchive(join(folder, "deploy/commit.txt")));
}

/** A folder inside another repository is not of that one. */
function fromGit(folder) {
  if (!existsSync(join(folder, ".git"))) return "";
  const describe = ["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"];
  try {
    return execFileSync("git", describe, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}

function fromArchive(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

function shortened(commit) {
  return /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, 12) : "";
}
