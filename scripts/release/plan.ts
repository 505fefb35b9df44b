import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readReleases, whyIncomplete, withRelease } from "./changelog.ts";
import { backUpSample } from "./sample.ts";
import { findCleanCommit, findTested } from "./tested.mjs";

export const BRANCH = "main";

const CHANGELOG = "CHANGELOG.md";
const PACKAGES = ["package.json", "package-lock.json"];
const MIGRATIONS = join(import.meta.dirname, "../../migrations");
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** The message is for the person who releases. */
export class ReleaseError extends Error {}

export type Plan = { version: string; previous: string; tag: string; sample: string; steps: string[] };

/** Throws ReleaseError for the first reason against it. */
export function planRelease(root: string, version: string): Plan {
  const commit = findCleanCommit(root);
  if (!commit) throw new ReleaseError("files differ from the last commit: commit or stash them (git status)");
  const branch = git(root, "rev-parse", "--abbrev-ref", "HEAD");
  if (branch !== BRANCH) throw new ReleaseError(`this is the branch ${branch}: releases are made on ${BRANCH}`);
  const tested = findTested(root);
  if (tested?.commit !== commit)
    throw new ReleaseError(`npm test has not passed on this commit (${commit.slice(0, 10)}): run it`);
  const previous = previousVersion(root);
  const allowed = nextVersions(previous);
  if (!allowed.includes(version))
    throw new ReleaseError(`${version} does not follow ${previous}: it has to be ${allowed.join(", ")}`);
  const tag = `v${version}`;
  if (git(root, "tag", "--list", tag)) throw new ReleaseError(`there is a tag ${tag} already`);
  const [next] = readReleases(readFileSync(join(root, CHANGELOG), "utf8"));
  if (!next || next.version) throw new ReleaseError(`${CHANGELOG} has no section [Unreleased] at its top`);
  const gap = whyIncomplete(next);
  if (gap) throw new ReleaseError(gap);
  const sample = `test/database/releases/${version}.backup`;
  const steps = [
    `release ${version} after ${previous}, from ${commit.slice(0, 10)}, on which ${tested.passed} tests passed`,
    `set the version in ${PACKAGES.join(" and ")}`,
    `move what is under [Unreleased] in ${CHANGELOG} to [${version}]`,
    `keep a backup of sample data in ${sample}, for the test of later upgrades`,
    `commit this, and tag it ${tag}`,
  ];
  return { version, previous, tag, sample, steps };
}

/** After an error the files are as before. */
export function writeRelease(root: string, { version, tag, sample }: Plan): void {
  const lastMigration = readdirSync(MIGRATIONS).filter(isMigration).sort().at(-1)?.slice(0, -".ts".length) ?? "";
  const day = new Date().toISOString().slice(0, 10);
  const changed = [...PACKAGES, CHANGELOG];
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), "utf8")));
  try {
    mkdirSync(dirname(join(root, sample)), { recursive: true });
    backUpSample(join(root, sample));
    for (const file of PACKAGES) edit(file, (text) => withVersion(text, version));
    edit(CHANGELOG, (text) => withRelease(text, { version, day, lastMigration }));
    git(root, "add", ...changed, sample);
    git(root, "commit", "--quiet", "--message", `Release ${version}`);
  } catch (error) {
    git(root, "reset", "--quiet", "--", ...changed, sample);
    git(root, "checkout", "--quiet", "--", ...changed);
    rmSync(join(root, sample), { force: true });
    throw error;
  }
  git(root, "tag", "--annotate", "--message", `Release ${version}`, tag);
}

function isMigration(file: string): boolean {
  return /^\d{4}-.*\.ts$/.test(file);
}

/** The lock file contains the version twice: for itself and for its root package. */
function withVersion(text: string, version: string): string {
  const content = JSON.parse(text);
  content.version = version;
  if (content.packages) content.packages[""].version = version;
  return `${JSON.stringify(content, null, 2)}\n`;
}

function previousVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const tags = git(root, "tag", "--list", "v*", "--merged", "HEAD", "--sort=-version:refname").split("\n");
  const tagged = tags.map((tag) => tag.slice(1)).find((name) => VERSION.test(name));
  if (tagged && tagged !== version)
    throw new ReleaseError(`package.json says ${version}, but the last tag is v${tagged}: one of them is wrong`);
  return version;
}

function nextVersions(version: string): string[] {
  const [major = 0, minor = 0, patch = 0] = (VERSION.exec(version) ?? []).slice(1).map(Number);
  return [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`];
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
