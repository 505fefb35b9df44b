import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkBackup } from "#platform/server/database/backup/backup.ts";
import { readReleases } from "./changelog.ts";
import { planRelease, ReleaseError } from "./plan.ts";
import { findCleanCommit, findTested, recordTested } from "./tested.mjs";

const SLOW = { timeout: 90_000 };
const ROOT = join(import.meta.dirname, "../..");
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A porch.

### What to do when upgrading

- Nothing.

## [1.0.0] - 2026-01-01

- First.
`;

test("a tested main branch is released: version, changelog, sample, commit and tag", SLOW, async () => {
  const root = repository();
  const { said, code } = release(root, "1.1.0");
  expect(code, said).toBe(0);
  expect(said).toContain("git push origin main v1.1.0");
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  expect([versionOf(root), lock.version, lock.packages[""].version]).toEqual(["1.1.0", "1.1.0", "1.1.0"]);
  const [unreleased, latest] = readReleases(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  expect(unreleased?.text).toBe("");
  expect(latest).toMatchObject({ version: "1.1.0", lastMigration: expect.stringMatching(/^\d{4}-/) });
  const { rows } = await checkBackup(join(root, "test/database/releases/1.1.0.backup"));
  expect(rows).toMatchObject({ meetings: 60, users: 6 });
  expect(git(root, "cat-file", "-t", "v1.1.0")).toBe("tag");
  expect(git(root, "rev-parse", "v1.1.0^{commit}")).toBe(git(root, "rev-parse", "HEAD"));
  expect(git(root, "status", "--porcelain")).toBe("");
  // The release's commit has not passed, so nothing follows from it untested.
  expect(release(root, "1.1.1").said).toContain("npm test has not passed on this commit");
});

test("a dry run says what it would do and changes nothing", () => {
  const root = repository();
  const before = git(root, "rev-parse", "HEAD");
  const { said, code } = release(root, "2.0.0", "--dry-run");
  expect(code, said).toBe(0);
  expect(said).toMatch(/Would release 2\.0\.0 after 1\.0\.0.*12 tests passed/);
  expect([git(root, "rev-parse", "HEAD"), git(root, "tag"), git(root, "status", "--porcelain")]).toEqual([
    before,
    "",
    "",
  ]);
});

test("it refuses what is changed, not main, not tested, out of order, tagged or not described", () => {
  const root = repository();
  const reason = (version = "1.1.0") => {
    try {
      return planRelease(root, version).steps.join();
    } catch (error) {
      return error instanceof ReleaseError ? error.message : String(error);
    }
  };
  for (const version of ["1.0.0", "1.0.2", "1.2.0", "2.1.0", "3.0.0", "0.9.0", "1.1", "v1.1.0", "1.1.0-beta"])
    expect(reason(version)).toContain(`${version} does not follow 1.0.0: it has to be 1.0.1, 1.1.0, 2.0.0`);
  expect(release(root).said).toContain("Not released: usage: npm run release -- X.Y.Z");
  writeFileSync(join(root, "new-file"), "");
  expect(reason()).toContain("files differ from the last commit");
  rmSync(join(root, "new-file"));
  git(root, "tag", "v1.1.0");
  expect(reason()).toContain("package.json says 1.0.0, but the last tag is v1.1.0");
  git(root, "tag", "--delete", "v1.1.0");
  git(root, "checkout", "--quiet", "-b", "porch");
  expect(reason()).toContain("this is the branch porch");
  git(root, "checkout", "--quiet", "main");
  commit(root, { "new-file": "" });
  expect(reason()).toContain("npm test has not passed on this commit");
  commit(root, { "CHANGELOG.md": CHANGELOG.replace("- A porch.", "") });
  pass(root);
  expect(reason()).toContain("says nothing under [Unreleased]");
  expect(git(root, "tag")).toBe("");
});

test("a release that cannot be committed leaves the files as they were", SLOW, () => {
  const root = repository();
  const hook = join(root, ".git/hooks/pre-commit");
  writeFileSync(hook, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  expect(release(root, "1.0.1").code).toBe(1);
  expect([git(root, "status", "--porcelain"), git(root, "tag"), versionOf(root)]).toEqual(["", "", "1.0.0"]);
  expect(existsSync(join(root, "test/database/releases/1.0.1.backup"))).toBe(false);
});

test("only a commit without changes that passed whole is stamped, and a failure takes the stamp away", () => {
  const root = repository();
  const head = findCleanCommit(root);
  expect(findTested(root)).toMatchObject({ commit: head, passed: 12 });
  recordTested(root, { commit: head, passed: 12, failed: 1 });
  expect(findTested(root)).toBeUndefined();
  writeFileSync(join(root, "new-file"), "");
  expect(findCleanCommit(root)).toBeUndefined();
  // The file changed while the tests ran.
  recordTested(root, { commit: head, passed: 12, failed: 0 });
  expect(findTested(root)).toBeUndefined();
  const noRepository = mkdtempSync(join(tmpdir(), "release-export-"));
  onTestFinished(() => rmSync(noRepository, { recursive: true }));
  expect(findCleanCommit(noRepository)).toBeUndefined();
  recordTested(noRepository, { commit: undefined, passed: 12, failed: 0 });
});

function repository(): string {
  const root = mkdtempSync(join(tmpdir(), "release-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  git(root, "init", "--quiet", "--initial-branch=main");
  git(root, "config", "user.name", "Dana");
  git(root, "config", "user.email", "dana@example.com");
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(ROOT, name), join(root, name));
  for (const name of ["package.json", "package-lock.json"]) {
    const content = JSON.parse(readFileSync(join(root, name), "utf8"));
    content.version = "1.0.0";
    writeFileSync(join(root, name), `${JSON.stringify(content, null, 2)}\n`);
  }
  commit(root, { "CHANGELOG.md": CHANGELOG });
  pass(root);
  return root;
}

function commit(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  git(root, "add", "--all");
  git(root, "commit", "--quiet", "--message", "A change");
}

function pass(root: string): void {
  recordTested(root, { commit: findCleanCommit(root), passed: 12, failed: 0 });
}

function release(root: string, ...args: string[]): { said: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(import.meta.dirname, "release.ts"), ...args], {
    cwd: root,
    encoding: "utf8",
  });
  return { said: stdout + stderr, code: status };
}

function versionOf(root: string): string {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

function git(root: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}
