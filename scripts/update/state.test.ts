import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fillUp, smallDisk } from "#test/programs/small-disk.ts";
import {
  exchangeCode,
  FOLDER,
  keepRoom,
  lockUpdate,
  NEXT,
  readState,
  takeCodeBack,
  unlockUpdate,
  writeState,
} from "./state.mjs";

const BUILT = ["node_modules", "build", "build-server"];

test("the code is exchanged whole, and comes back whole, from wherever the exchange was cut short", () => {
  for (let moves = 0; moves <= 2 * BUILT.length; moves++) {
    const { root, state, shown } = makeClone();
    moveSome(root, moves);
    takeCodeBack(root, state);
    expect(shown(), `back after ${moves}`).toEqual(["old", "old", "old", "old"]);
    moveSome(root, moves);
    exchangeCode(root, state);
    exchangeCode(root, state);
    expect(shown(), `on after ${moves}`).toEqual(["new", "new", "new", "new"]);
    takeCodeBack(root, state);
    takeCodeBack(root, state);
    expect(shown(), `back again after ${moves}`).toEqual(["old", "old", "old", "old"]);
  }
});

test("locks of a killed reset do not stop the way back", () => {
  const { root, state, shown } = makeClone();
  exchangeCode(root, state);
  const branch = execFileSync("git", ["symbolic-ref", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  for (const name of ["index", "HEAD", branch]) writeFileSync(join(root, ".git", `${name}.lock`), "");
  takeCodeBack(root, state);
  expect(shown()).toEqual(["old", "old", "old", "old"]);
});

test("a disk that fills up in the middle leaves room for the way back", ({ skip }) => {
  const disk = smallDisk(64);
  if (!disk) return skip();
  const { root, state, shown } = makeClone(disk);
  keepRoom(root);
  fillUp(join(disk, "filler"));
  expect(() => exchangeCode(root, state)).toThrow();
  takeCodeBack(root, state);
  expect(shown()).toEqual(["old", "old", "old", "old"]);
  // There is none now: nothing begins, and nothing is left of the try.
  fillUp(join(disk, "filler-too"));
  expect(() => keepRoom(root)).toThrow("ENOSPC");
  expect(readdirSync(join(root, FOLDER)).sort()).toEqual(["before", "next"]);
});

test("what an update was doing is known after it was killed, and only one runs at a time", () => {
  const { root, state } = makeClone();
  writeState(root, state);
  expect(readState(root)).toEqual(state);
  lockUpdate(root);
  lockUpdate(root);
  writeFileSync(join(root, FOLDER, "running"), `1 ${startOf(1)}`);
  expect(() => lockUpdate(root)).toThrow("another update runs in this clone (process 1)");
  writeFileSync(join(root, FOLDER, "running"), "1 12345678901");
  lockUpdate(root);
  unlockUpdate(root);
  expect(existsSync(join(root, FOLDER, "running"))).toBe(false);
});

function makeClone(on = tmpdir()) {
  const root = mkdtempSync(join(on, "update-state-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const commit = (text: string) => {
    writeFileSync(join(root, "code"), text);
    git("add", "code");
    git("-c", "user.name=Dana", "-c", "user.email=dana@example.com", "commit", "--quiet", "--message", text);
    return git("rev-parse", "HEAD");
  };
  git("init", "--quiet");
  const from = commit("old");
  const to = commit("new");
  git("reset", "--quiet", "--hard", from);
  for (const name of BUILT) {
    for (const [folder, text] of [
      [root, "old"],
      [join(root, NEXT), "new"],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, "file"), text);
    }
  }
  const shown = () =>
    ["code", ...BUILT.map((name) => `${name}/file`)].map((path) => readFileSync(join(root, path), "utf8"));
  return { root, shown, state: { phase: "dark" as const, from, to, tag: "v1.1.0", units: [] } };
}

/** As an exchange leaves it that is killed after so many moves. */
function moveSome(root: string, moves: number): void {
  const before = join(root, FOLDER, "before");
  mkdirSync(before, { recursive: true });
  const all = BUILT.flatMap((name) => [
    [join(root, name), join(before, name)],
    [join(root, NEXT, name), join(root, name)],
  ]);
  for (const [from = "", to = ""] of all.slice(0, moves)) renameSync(from, to);
}

function startOf(pid: number): string {
  return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
}
