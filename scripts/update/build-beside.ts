// Checks the release out into a folder of its own, and builds it there. The version that runs goes on.
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { gitIn, type Release } from "./release.ts";
import { run, tryToRun, UpdateError } from "./run.ts";
import { FOLDER, NEXT } from "./state.mjs";

const MODULES = "node_modules";
const RECORD = 'import("./scripts/prepare.mjs").then(({ recordInstalled }) => recordInstalled())';

/** A build of the same commit that an update has left is used again. Throws UpdateError. */
export async function buildBeside(root: string, { commit, tag }: Release): Promise<void> {
  const next = join(root, NEXT);
  rmSync(join(root, FOLDER, "before"), { recursive: true, force: true });
  if ((await commitOf(next)) !== commit) {
    await removeBeside(root);
    // Twice, because git keeps a folder locked whose making was killed.
    await gitIn(root)("worktree", "add", "--quiet", "--force", "--force", "--detach", next, commit);
    await takePackages(root, next);
  }
  // Settings of the site are not the build's.
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { ...npmSettings(), PATH, HOME, TMPDIR };
  const { status } = await tryToRun(process.execPath, ["scripts/build.mjs"], { cwd: next, env, isShown: true });
  if (status !== 0) throw new UpdateError(`${tag} could not be built; the reason is above`);
}

export async function removeBeside(root: string): Promise<void> {
  rmSync(join(root, NEXT), { recursive: true, force: true });
  rmSync(join(root, FOLDER, "before"), { recursive: true, force: true });
  await gitIn(root)("worktree", "prune");
}

async function commitOf(next: string): Promise<string | undefined> {
  if (!existsSync(join(next, ".git"))) return undefined;
  const head = await tryToRun("git", ["rev-parse", "HEAD"], { cwd: next });
  const changed = await tryToRun("git", ["status", "--porcelain"], { cwd: next });
  return head.status === 0 && changed.status === 0 && changed.out === "" ? head.out.trim() : undefined;
}

/** Links to the files of the same packages: no network, and no second copy on the disk. */
async function takePackages(root: string, next: string): Promise<void> {
  const [here, there] = [join(root, MODULES), join(next, MODULES)];
  if (!existsSync(here) || !isDeepStrictEqual(packagesOf(root), packagesOf(next))) return;
  if (process.platform === "linux") await run("cp", ["-al", here, there], { cwd: root });
  else cpSync(here, there, { recursive: true, verbatimSymlinks: true });
  // What is written later must not be written through a link.
  for (const name of [".installed", ".compiled", ".vite"]) rmSync(join(there, name), { recursive: true, force: true });
  await run(process.execPath, ["--eval", RECORD], { cwd: next });
}

function packagesOf(folder: string): object {
  const { packages } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const { "": own, ...rest } = packages;
  return { ...rest, "": { ...own, version: undefined } };
}

function npmSettings() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(npm_|https?_proxy$|no_proxy$|NODE_EXTRA_CA_CERTS$)/i.test(name)),
  );
}
