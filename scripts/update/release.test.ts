import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findRelease, KEYS, OWN_KEYS, requireUnchanged } from "./release.ts";

const ROOT = join(import.meta.dirname, "../..");

test("the newest release is taken if a key of the version here has signed it", async () => {
  const { clone, release, key } = makeClone();
  release("1.1.0", { key });
  release("1.10.0", { key });
  release("1.9.0", { key });
  const wanted = { remote: "origin", tag: undefined, withoutSignature: false };
  const found = await findRelease(clone, wanted);
  expect(found).toMatchObject({ tag: "v1.10.0", version: "1.10.0", signer: "dana@example.com" });
  expect(await findRelease(clone, { ...wanted, tag: "v1.1.0" })).toMatchObject({ version: "1.1.0" });
  // Nothing of it is in the clone's files or tags yet.
  expect(JSON.parse(readFileSync(join(clone, "package.json"), "utf8")).version).toBe("1.0.0");
  expect(git(clone, "tag")).toBe("");
});

test("a release is refused that is not signed, signed by another, or by a key that only it names", async () => {
  const { clone, release, key, makeKey } = makeClone();
  release("1.1.0", {});
  expect(await whyNot(clone)).toContain("v1.1.0 is not signed with an SSH key. --without-signature");
  const stranger = makeKey("stranger");
  release("1.2.0", { key: stranger });
  expect(await whyNot(clone)).toContain(`v1.2.0 is not signed by a key of ${KEYS}`);
  release("1.3.0", { key: stranger, files: { [KEYS]: signerLine(stranger) } });
  expect(await whyNot(clone)).toContain("v1.3.0 is not signed by a key");
  expect(await findRelease(clone, { remote: "origin", tag: undefined, withoutSignature: true })).toMatchObject({
    tag: "v1.3.0",
    signer: undefined,
  });
  // The newest counts, not the newest that is signed.
  release("1.2.1", { key });
  expect(await whyNot(clone)).toContain("v1.3.0 is not signed by a key");
});

test("a signed tag under another name, an older one, and one on the code of another version are refused", async () => {
  const { clone, origin, release, key } = makeClone();
  release("1.1.0", { key });
  git(origin, "update-ref", "refs/tags/v1.2.0", git(origin, "rev-parse", "v1.1.0"));
  expect(await whyNot(clone)).toContain("what was signed is not v1.2.0");
  expect(await whyNot(clone, { withoutSignature: true })).toContain("what was signed is not v1.2.0");
  git(origin, "tag", "--delete", "v1.2.0");
  release("0.9.0", { key });
  expect(await whyNot(clone, { tag: "v0.9.0" })).toContain("v0.9.0 is not newer than 1.0.0");
  expect(await whyNot(clone, { tag: "v7.0.0" })).toContain("origin has no release v7.0.0");
  release("1.3.0", { key, version: "1.0.0" });
  expect(await whyNot(clone)).toContain("the tag v1.3.0 is on the code of version 1.0.0");
});

test("as shipped no key is known, and a release is taken by a flag only", async () => {
  const { clone, release, key } = makeClone(readFileSync(join(ROOT, KEYS), "utf8"));
  release("1.1.0", { key });
  expect(await whyNot(clone)).toContain(`${KEYS} names no key yet`);
  expect(await findRelease(clone, { remote: "origin", tag: undefined, withoutSignature: true })).toMatchObject({
    tag: "v1.1.0",
    signer: undefined,
  });
  writeFileSync(join(clone, OWN_KEYS), signerLine(key));
  const wanted = { remote: "origin", tag: undefined, withoutSignature: false };
  expect(await findRelease(clone, wanted)).toMatchObject({ signer: "dana@example.com" });
  expect(await requireUnchanged(clone)).toBe(git(clone, "rev-parse", "HEAD"));
});

test("a changed or new file stops an update, and so does a commit of this clone", async () => {
  const { clone } = makeClone();
  expect(await requireUnchanged(clone)).toBe(git(clone, "rev-parse", "HEAD"));
  writeFileSync(join(clone, "new-file"), "");
  await expect(requireUnchanged(clone)).rejects.toThrow("files of this clone differ");
  git(clone, "add", "new-file");
  git(clone, "commit", "--quiet", "--message", "Mine");
  await expect(requireUnchanged(clone)).rejects.toThrow("this clone has commits of its own");
});

test("a change that git was told to hide stops an update", async () => {
  const { clone } = makeClone();
  writeFileSync(join(clone, "package.json"), '{"version":"1.0.0","mine":true}');
  git(clone, "update-index", "--assume-unchanged", "package.json");
  await expect(requireUnchanged(clone)).rejects.toThrow("git hides changes of files here");
});

test("a release that was withdrawn after it was taken is not a commit of this clone", async () => {
  const { clone, origin, release, key } = makeClone();
  release("1.1.0", { key });
  const wanted = { remote: "origin", tag: undefined, withoutSignature: false };
  const found = await findRelease(clone, wanted);
  git(clone, "reset", "--quiet", "--hard", found?.commit ?? "");
  await requireUnchanged(clone);
  git(origin, "tag", "--delete", "v1.1.0");
  await expect(findRelease(clone, wanted)).rejects.toThrow("origin has no release");
  expect(await requireUnchanged(clone)).toBe(found?.commit);
});

test("nothing of a release runs while it is checked, not even a filter that it names", async () => {
  const { clone, release } = makeClone();
  const mark = join(clone, "../ran");
  const hooks = join(clone, ".git/hooks");
  mkdirSync(hooks, { recursive: true });
  for (const hook of ["post-checkout", "post-merge", "reference-transaction"])
    writeFileSync(join(hooks, hook), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
  git(clone, "config", "filter.porch.smudge", `touch ${mark}; cat`);
  release("1.1.0", { files: { ".gitattributes": "* filter=porch" } });
  await whyNot(clone);
  expect(spawnSync("ls", [mark]).status).not.toBe(0);
});

type Made = { key?: string; version?: string; files?: Record<string, string> };

/** A clone of version 1.0.0, and the repository that it comes from. */
function makeClone(keys?: string) {
  const folder = mkdtempSync(join(tmpdir(), "update-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
  const makeKey = (name: string) => {
    const file = join(folder, name);
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", file]);
    return `${file}.pub`;
  };
  const key = makeKey("dana");
  const commit = (files: Record<string, string>) => {
    mkdirSync(join(origin, "deploy"), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(origin, name), text);
    git(origin, "add", "--all");
    git(origin, "commit", "--quiet", "--message", "A change");
  };
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", origin]);
  identify(origin);
  commit({ "package.json": '{"version":"1.0.0"}', ".gitignore": `${OWN_KEYS}\n`, [KEYS]: keys ?? signerLine(key) });
  execFileSync("git", ["clone", "--quiet", origin, clone]);
  identify(clone);
  const release = (name: string, { key: signing, version = name, files = {} }: Made) => {
    commit({ "package.json": JSON.stringify({ version, name }), ...files });
    const how = signing
      ? ["-c", "gpg.format=ssh", "-c", `user.signingkey=${signing}`, "tag", "--sign"]
      : ["tag", "--annotate"];
    git(origin, ...how, "--message", name, `v${name}`);
  };
  return { clone, origin, release, key, makeKey };
}

function signerLine(key: string): string {
  const [type, text] = readFileSync(key, "utf8").split(" ");
  return `dana@example.com namespaces="git" ${type} ${text}\n`;
}

function whyNot(clone: string, more: { tag?: string; withoutSignature?: boolean } = {}): Promise<string> {
  return findRelease(clone, { remote: "origin", tag: undefined, withoutSignature: false, ...more }).then(
    (found) => `taken: ${found?.tag}`,
    (error: Error) => error.message,
  );
}

function identify(folder: string): void {
  git(folder, "config", "user.name", "Dana");
  git(folder, "config", "user.email", "dana@example.com");
}

function git(folder: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
