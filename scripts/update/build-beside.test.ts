import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildBeside } from "./build-beside.ts";
import { NEXT } from "./state.mjs";

test("a checkout that was killed is made again", async () => {
  const root = mkdtempSync(join(tmpdir(), "build-beside-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  mkdirSync(join(root, "scripts"));
  writeFileSync(
    join(root, "scripts/build.mjs"),
    'import { writeFileSync } from "node:fs"; writeFileSync("built", "");',
  );
  git("init", "--quiet");
  git("add", "scripts");
  git("-c", "user.name=Dana", "-c", "user.email=dana@example.com", "commit", "--quiet", "--message", "A release");
  const commit = git("rev-parse", "HEAD");
  git("worktree", "add", "--quiet", "--detach", NEXT, commit);
  // As git leaves it.
  writeFileSync(join(root, ".git/worktrees/next/locked"), "initializing");
  writeFileSync(join(root, ".git/worktrees/next/HEAD"), "0".repeat(40));
  await buildBeside(root, { commit, tag: "v1.1.0", version: "1.1.0", signer: undefined });
  expect(existsSync(join(root, NEXT, "built"))).toBe(true);
});
