import { deepStrictEqual, match, rejects, strictEqual } from "node:assert";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parse } from "yaml";
import { freePort } from "#test/programs/postgres.ts";
import { requirePrograms, root, runProgram } from "./part.ts";

const SIZE = 20_000_000;
const MAX_START_MS = 15_000;

export async function copyOffsite(): Promise<string> {
  requirePrograms("rclone");
  const folder = mkdtempSync(join(tmpdir(), "offsite-"));
  const store = join(folder, "store");
  mkdirSync(store);
  const sidecar = await startSidecar(store);
  const file = join(folder, "made.age");
  const fetched = join(folder, "fetched.age");
  const send = (action: string, to: string, name = "made.age") =>
    runProgram(process.execPath, ["deploy/offsite.mjs", action, `${sidecar.url}/${name}`, to]);
  try {
    writeFileSync(file, randomBytes(SIZE));
    await send("put", file);
    deepStrictEqual(readFileSync(join(store, "made.age")), readFileSync(file));
    await send("get", fetched);
    deepStrictEqual(readFileSync(fetched), readFileSync(file));
    await rejects(send("get", join(folder, "other"), "other.age"), /404/);
    strictEqual(existsSync(join(folder, "other")), false);
    // A folder in place of the file makes the store fail.
    mkdirSync(join(store, "full.age"));
    await rejects(send("put", file, "full.age"), /PUT .*: (4|5)\d\d/);
    await sidecar.stop();
    await rejects(send("put", file), (error: Error) =>
      Boolean(match(error.message, /fetch failed: .*ECONNREFUSED/) ?? true),
    );
    return `${SIZE / 1_000_000} MB there and back; refusals are told`;
  } finally {
    await sidecar.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startSidecar(store: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { services } = parse(readFileSync(join(root, "deploy/compose.yaml"), "utf8"), { merge: true });
  const port = await freePort();
  const command: string = services.offsite.command;
  const args = command
    .replace(/\$\{OFFSITE:-[^}]*\}/, store)
    .replace(":8080", `127.0.0.1:${port}`)
    .split(" ");
  const rclone = spawn("rclone", args, { stdio: "ignore", env: { ...process.env, RCLONE_CONFIG: "/dev/null" } });
  const stop = async () => {
    if (rclone.exitCode !== null || rclone.signalCode !== null) return;
    rclone.kill("SIGTERM");
    await once(rclone, "exit");
  };
  const url = `http://127.0.0.1:${port}`;
  const end = Date.now() + MAX_START_MS;
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > end) throw new Error("rclone did not start");
    await pause(50);
  }
  return { url, stop };
}
