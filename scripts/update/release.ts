// Finds a release at the clone's remote, and checks it before anything of it runs: nothing is checked out here.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, tryToRun, UpdateError } from "./run.ts";

export type Release = { tag: string; version: string; commit: string; signer: string | undefined };

/** Keys of the version that runs. A new version cannot name the key that has signed it. */
export const KEYS = "deploy/allowed_signers";
/** Keys that the owner trusts. Git ignores the file, so it is no change of the clone. */
export const OWN_KEYS = "deploy/own_signers";

const TAG = /^v(\d+)\.(\d+)\.(\d+)$/;
/** Tags of this clone have other names: neither can take the other's place. */
const FETCHED = "refs/update/";
/** Of the release that is here, which its owner may have withdrawn since. */
const TAKEN = "refs/updated/";
const SSH_SIGNATURE = "-----BEGIN SSH SIGNATURE-----";

type Git = (...args: string[]) => Promise<string>;

export const gitIn =
  (root: string): Git =>
  async (...args) =>
    (await run("git", ["-c", "core.hooksPath=/dev/null", ...args], { cwd: root })).trim();

/** Throws UpdateError. */
export async function requireUnchanged(root: string): Promise<string> {
  const git = gitIn(root);
  const changed = await git("status", "--porcelain", "--untracked-files=normal");
  if (changed)
    throw new UpdateError(`files of this clone differ from their version (git status):\n${changed}\nUndo or move them`);
  const hidden = (await git("ls-files", "-v")).split("\n").filter((line) => /^[a-z]/.test(line));
  if (hidden.length > 0)
    throw new UpdateError(
      `git hides changes of files here, which an update would undo (git update-index --no-assume-unchanged):\n${hidden.map((line) => line.slice(2)).join("\n")}\nShow and move them`,
    );
  const head = await git("rev-parse", "HEAD");
  const known = ["refs/remotes", "refs/tags", FETCHED, TAKEN];
  if (!(await git("for-each-ref", "--count=1", "--contains", head, ...known)))
    throw new UpdateError("this clone has commits of its own, which an update would leave behind");
  await git("update-ref", `${TAKEN}here`, head);
  return head;
}

type Wanted = { remote: string; tag: string | undefined; withoutSignature: boolean };

/** Undefined if there is nothing newer. Throws UpdateError for a release that must not run. */
export async function findRelease(root: string, wanted: Wanted): Promise<Release | undefined> {
  const git = gitIn(root);
  await git("fetch", "--quiet", "--no-tags", "--prune", wanted.remote, `+refs/tags/v*:${FETCHED}v*`);
  const current = await versionAt(git, "HEAD");
  const names = (await git("for-each-ref", "--format=%(refname)", FETCHED)).split("\n");
  const tags = names.map((name) => name.slice(FETCHED.length)).filter((name) => TAG.test(name));
  const newest = tags.sort(byVersion).at(-1);
  const tag = wanted.tag ?? newest;
  if (tag === undefined || !tags.includes(tag))
    throw new UpdateError(`${wanted.remote} has no release${wanted.tag ? ` ${wanted.tag}` : ""}`);
  if (byVersion(tag, `v${current}`) <= 0) {
    if (wanted.tag) throw new UpdateError(`${tag} is not newer than ${current}, which is here`);
    return undefined;
  }
  const object = await git("rev-parse", `${FETCHED}${tag}`);
  const signer = await checkSignature(root, { ...wanted, object, tag });
  const commit = await git("rev-parse", `${object}^{commit}`);
  const version = await versionAt(git, commit);
  if (`v${version}` !== tag) throw new UpdateError(`the tag ${tag} is on the code of version ${version}`);
  return { tag, version, commit, signer };
}

type Tagged = { object: string; tag: string; withoutSignature: boolean };

/** The name in the signed text counts, so that an older tag cannot be shown under a new name. */
async function checkSignature(root: string, { object, tag, withoutSignature }: Tagged): Promise<string | undefined> {
  const git = gitIn(root);
  const shipped = await tryToRun("git", ["show", `HEAD:${KEYS}`], { cwd: root });
  const own = join(root, OWN_KEYS);
  const keys = `${shipped.out}\n${existsSync(own) ? readFileSync(own, "utf8") : ""}`;
  const refuse = (why: string) => {
    if (!withoutSignature) throw new UpdateError(`${why}. --without-signature takes it unproven`);
    return undefined;
  };
  if (!/^[^#\s]/m.test(keys)) return refuse(`${KEYS} names no key yet, so no signature proves ${tag}`);
  const kind = await git("cat-file", "-t", object);
  const text = kind === "tag" ? await git("cat-file", "tag", object) : "";
  const [head = ""] = text.split("\n\n");
  if (!text.includes(SSH_SIGNATURE)) return refuse(`${tag} is not signed with an SSH key`);
  if (!head.includes("\ntype commit\n") || !head.includes(`\ntag ${tag}\n`))
    throw new UpdateError(`what was signed is not ${tag}: the tag has another name in it, or is on no commit`);
  const signer = await verify(root, object, keys);
  return signer ?? refuse(`${tag} is not signed by a key of ${KEYS}`);
}

async function verify(root: string, object: string, keys: string): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "porchlight-keys-"));
  try {
    await requirePrograms(root);
    const file = join(folder, "allowed_signers");
    writeFileSync(file, keys);
    // Other kinds of signatures would be judged by the keys of this account.
    const settings = [
      ["gpg.format", "ssh"],
      ["gpg.ssh.program", "ssh-keygen"],
      ["gpg.ssh.allowedSignersFile", file],
      ["gpg.ssh.revocationFile", ""],
      ["gpg.program", "false"],
      ["gpg.x509.program", "false"],
    ].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const { status, said } = await tryToRun("git", [...settings, "verify-tag", "--raw", object], {
      cwd: root,
      env: { ...process.env, LC_ALL: "C" },
    });
    const [, signer] = /^Good "git" signature for (\S+) with /m.exec(said) ?? [];
    return status === 0 ? signer : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function requirePrograms(root: string): Promise<void> {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(await run("git", ["--version"], { cwd: root })) ?? [];
  if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < 34))
    throw new UpdateError("signatures need git 2.34 or newer");
  // Without arguments it would make a key.
  await tryToRun("ssh-keygen", ["-?"], { cwd: root }).catch(() => {
    throw new UpdateError("signatures need ssh-keygen: apt-get install openssh-client");
  });
}

async function versionAt(git: Git, commit: string): Promise<string> {
  return JSON.parse(await git("show", `${commit}:package.json`)).version;
}

function byVersion(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  const index = a.findIndex((part, place) => part !== b[place]);
  return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}

function partsOf(tag: string): number[] {
  return (TAG.exec(tag) ?? []).slice(1).map(Number);
}
