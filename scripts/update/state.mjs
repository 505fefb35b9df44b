// The state of an update, and the exchange of the code. Only built-in modules of Node 18 are imported: after a kill in the middle of
// the exchange the packages may not be in their place.
import { execFileSync } from "node:child_process";
import { randomFillSync } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** In the clone, where git ignores it. */
export const FOLDER = "build-update";
export const NEXT = join(FOLDER, "next");

const BEFORE = join(FOLDER, "before");
const STATE = join(FOLDER, "state.json");
const LOCK = join(FOLDER, "running");
const ROOM = join(FOLDER, "room");
/** More than git writes to go from one version to another. */
const ROOM_BYTES = 32 * 2 ** 20;
/** States of a process that nobody has asked for its end. */
const ENDED = ["Z", "X"];
/** What git does not keep. */
const BUILT = ["node_modules", "build", "build-server"];

export function readState(root) {
  const file = join(root, STATE);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** It is on the disk when this returns. */
export function writeState(root, state) {
  const file = join(root, STATE);
  const part = `${file}.part`;
  mkdirSync(join(root, FOLDER), { recursive: true });
  writeFileSync(part, JSON.stringify(state));
  flush(part);
  renameSync(part, file);
  flush(join(root, FOLDER));
}

/** A disk that fills up later leaves the way back this much. Throws if it is full now. */
export function keepRoom(root) {
  mkdirSync(join(root, FOLDER), { recursive: true });
  // Some file systems store nothing of zeros.
  try {
    writeFileSync(join(root, ROOM), randomFillSync(Buffer.alloc(ROOM_BYTES)), { flush: true });
  } catch (error) {
    freeRoom(root);
    throw error;
  }
}

function freeRoom(root) {
  rmSync(join(root, ROOM), { force: true });
}

export function clearState(root) {
  freeRoom(root);
  rmSync(join(root, STATE), { force: true });
}

/** Throws while another process updates this clone. That of a killed one does not count. */
export function lockUpdate(root) {
  mkdirSync(join(root, FOLDER), { recursive: true });
  const file = join(root, LOCK);
  const holder = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [pid, started] = holder.split(" ");
  const isOwn = [process.pid, process.ppid].includes(Number(pid));
  if (pid && !isOwn && startOf(pid) === started) throw new Error(`another update runs in this clone (process ${pid})`);
  rmSync(file, { force: true });
  // The launcher takes it first, then the program that it starts.
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: "wx" });
}

export function unlockUpdate(root) {
  rmSync(join(root, LOCK), { force: true });
}

/** Can be repeated after a kill at any point. The commit before and its build are kept beside. */
export function exchangeCode(root, { to }) {
  mkdirSync(join(root, BEFORE), { recursive: true });
  for (const name of BUILT) {
    if (!existsSync(join(root, NEXT, name))) continue;
    if (existsSync(join(root, name))) renameSync(join(root, name), join(root, BEFORE, name));
    renameSync(join(root, NEXT, name), join(root, name));
  }
  checkOut(root, to);
}

/** The same for the way back, also from an exchange that was cut short. */
export function takeCodeBack(root, { from }) {
  freeRoom(root);
  for (const name of BUILT) {
    if (!existsSync(join(root, BEFORE, name))) continue;
    if (existsSync(join(root, name))) {
      rmSync(join(root, NEXT, name), { recursive: true, force: true });
      mkdirSync(join(root, NEXT), { recursive: true });
      renameSync(join(root, name), join(root, NEXT, name));
    }
    renameSync(join(root, BEFORE, name), join(root, name));
  }
  checkOut(root, from);
}

/** Nothing of the owner is in the way: a local change has stopped the update before. */
function checkOut(root, commit) {
  const git = (...args) => execFileSync("git", ["-c", "core.hooksPath=/dev/null", ...args], { cwd: root });
  const branch = String(git("rev-parse", "--symbolic-full-name", "HEAD")).trim();
  // Those of a killed reset would stop the next one.
  for (const locked of ["index", "HEAD", "ORIG_HEAD", branch]) {
    const lock = String(git("rev-parse", "--path-format=absolute", "--git-path", `${locked}.lock`)).trim();
    rmSync(lock, { force: true });
  }
  git("reset", "--quiet", "--hard", commit);
}

/** Distinguishes a process from a later one with the same number. */
function startOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return ENDED.includes(fields[0]) ? "gone" : fields[19];
  } catch {
    return isThere(Number(pid)) ? "runs" : "gone";
  }
}

function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function flush(path) {
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
