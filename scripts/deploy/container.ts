import { doesNotMatch, match, ok, rejects, strictEqual } from "node:assert";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#test/programs/postgres.ts";
import { bookMeeting } from "#test/programs/requests.ts";
import { buildImage, type Image } from "./image.ts";
import { requirePrograms, root, runProgram } from "./part.ts";

const MB = 1_000_000;
const MAX_SIZE = 250 * MB;
const MAX_STOP_MS = 15_000;
const { version } = (await import(join(root, "package.json"), { with: { type: "json" } })).default as {
  version: string;
};

export async function buildAndRun(): Promise<string> {
  requirePrograms("buildah", "debootstrap", "crun", "unshare");
  const image = await buildImage(version);
  const volume = mkdtempSync(join(tmpdir(), "volume-"));
  try {
    checkConfig(image);
    const [uid = 0, gid = 0] = image.config.User.split(":").map(Number);
    chownSync(volume, uid, gid);
    const bookingId = await tryFirstContainer(image, volume);
    const startMs = await trySecondContainer(image, volume, bookingId);
    return `${Math.round(image.size / MB)} MB (${await partsOf(image)}); second start ${startMs} ms`;
  } finally {
    rmSync(volume, { recursive: true, force: true });
    await image.remove();
  }
}

function checkConfig({ size, config }: Image): void {
  ok(size <= MAX_SIZE, `the image has ${Math.round(size / MB)} MB, more than ${MAX_SIZE / MB}`);
  match(config.User, /^[1-9]\d*:[1-9]\d*$/);
  strictEqual(config.StopSignal, "SIGTERM");
  strictEqual(config.Cmd[0], "node");
  strictEqual(config.Labels["org.opencontainers.image.version"], version);
  ok("/data" in config.Volumes);
  strictEqual(config.Healthcheck?.Test.join(" "), "CMD node deploy/healthy.mjs");
  doesNotMatch(config.Env.join("\n"), /NODE_EXTRA_CA_CERTS|npm_/);
}

async function tryFirstContainer(image: Image, volume: string): Promise<string> {
  const container = await startContainer(image, volume);
  try {
    strictEqual((await fetch(container.url)).status, 200);
    const { id } = await bookMeeting(container);
    await container.run("node", "deploy/healthy.mjs");
    const status = await container.run("cat", "/proc/1/status");
    match(status, /Uid:\s+10001\s+10001\s/);
    match(status, /CapBnd:\s+0+\n[\s\S]*NoNewPrivs:\s+1/);
    await rejects(container.run("touch", "/app/file"), /Read-only file system/);
    await container.run("node", "scripts/database/backup.ts", "/data/first.backup");
    match(await container.run("node", "scripts/database/admin.ts", "owner@example.com"), /active admin/);
    strictEqual(await container.stop(), 0);
    const log = container.output();
    doesNotMatch(log, /"level":[56]0/);
    return id;
  } finally {
    await container.remove();
  }
}

async function trySecondContainer(image: Image, volume: string, bookingId: string): Promise<number> {
  const restored = join(volume, "restored");
  const since = Date.now();
  const container = await startContainer(image, volume);
  const startMs = Date.now() - since;
  try {
    strictEqual((await fetch(`${container.url}/api/bookings/${bookingId}`)).status, 200);
    const command = ["env", "DATA_DIR=/data/restored", "node", "scripts/database/restore.ts", "/data/first.backup"];
    await container.run(...command);
    ok(existsSync(join(restored, "site.db")));
    strictEqual(await container.stop(), 0);
  } finally {
    await container.remove();
  }
  return startMs;
}

type Container = {
  url: string;
  output(): string;
  run(...command: string[]): Promise<string>;
  stop(): Promise<number | null>;
  remove(): Promise<void>;
};

async function startContainer(image: Image, volume: string): Promise<Container> {
  const bundle = mkdtempSync(join(tmpdir(), "bundle-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(join(bundle, "state"));
  const settings = [`PORT=${port}`, `PUBLIC_URL=${url}`, "RATE_LIMIT=off"];
  writeFileSync(join(bundle, "config.json"), JSON.stringify(specOf(image, { volume, settings })));
  const name = `porchlight-${port}`;
  const crun = (...args: string[]) => crunCommand(join(bundle, "state"), args);
  const [program, ...args] = crun("run", "--bundle", bundle, name);
  const running = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [running.stdout, running.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const run = ([first, ...rest]: [string, ...string[]]) => runProgram(first, rest);
  const remove = async () => {
    if (!hasEnded(running)) {
      await run(crun("kill", name, "KILL")).catch(() => running.kill("SIGKILL"));
      if (!hasEnded(running)) await once(running, "exit");
    }
    rmSync(bundle, { recursive: true, force: true });
  };
  try {
    await waitForOutput(running, "The site is at", () => output);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    output: () => output,
    run: (...command) =>
      run(crun("exec", "--user", image.config.User, "--cwd", image.config.WorkingDir, name, ...command)),
    stop: async () => {
      const ended = once(running, "exit", { signal: AbortSignal.timeout(MAX_STOP_MS) });
      await run(crun("kill", name, image.config.StopSignal.replace("SIG", "")));
      return (await ended)[0];
    },
    remove,
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** crun refuses machines that have both kinds of control groups. Hidden from it alone, it needs none of them. */
function crunCommand(state: string, args: readonly string[]): [string, ...string[]] {
  const crun = ["crun", "--root", state, "--cgroup-manager=disabled", ...args];
  if (!existsSync("/sys/fs/cgroup/unified")) return crun as [string, ...string[]];
  return [
    "unshare",
    "--mount",
    "--propagation=private",
    "sh",
    "-c",
    'umount /sys/fs/cgroup/unified; exec "$@"',
    "sh",
    ...crun,
  ];
}

function specOf({ folder, config }: Image, { volume, settings }: { volume: string; settings: string[] }): object {
  const [uid, gid] = config.User.split(":").map(Number);
  const mount = (destination: string, type: string, options: string[], source = type) => ({
    destination,
    type,
    source,
    options,
  });
  return {
    ociVersion: "1.0.2",
    process: {
      user: { uid, gid },
      args: config.Cmd,
      env: [...config.Env, ...settings],
      cwd: config.WorkingDir,
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: folder, readonly: true },
    mounts: [
      mount("/proc", "proc", []),
      mount("/dev", "tmpfs", ["nosuid", "mode=755", "size=65536k"]),
      mount("/dev/shm", "tmpfs", ["nosuid", "noexec", "nodev", "mode=1777"]),
      mount("/tmp", "tmpfs", ["nosuid", "noexec", "nodev", "mode=1777", "size=64m"]),
      mount("/data", "bind", ["bind", "rw"], volume),
    ],
    linux: { namespaces: ["pid", "ipc", "uts", "mount"].map((type) => ({ type })) },
  };
}

function waitForOutput(child: ChildProcess, words: string, output: () => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on("data", () => output().includes(words) && resolve());
  child.once("exit", (code) => reject(new Error(`The container ended with ${code}:\n${output()}`)));
  return promise;
}

async function partsOf({ folder, size }: Image): Promise<string> {
  const sizeOf = async (path: string) =>
    Number((await runProgram("du", ["-s", "-B1", "--apparent-size", join(folder, path)])).split("\t")[0]);
  const app = await sizeOf("app");
  const parts = {
    Node: await sizeOf("usr/local/bin/node"),
    packages: await sizeOf("app/node_modules"),
    compiled: await sizeOf("app/.compiled"),
  };
  const rest = { "the site": app - parts.packages - parts.compiled, Debian: size - app - parts.Node };
  ok(readdirSync(join(folder, "data")).length === 0);
  return Object.entries({ ...parts, ...rest })
    .map(([name, bytes]) => `${name} ${Math.round(bytes / MB)}`)
    .join(", ");
}
