// What has to be true before anything runs: packages installed, pages built. Does only what changed since the last time.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

const INSTALLED = join(root, "node_modules", ".installed");
const BUILT = join(root, "build", ".built");
const BUILT_FROM = ["src", "public", "site.config.ts", "vite.config.ts", "scripts/pages", "package-lock.json"];
const NETWORK_TROUBLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

/** The step that failed has said why; the process ends with this. */
export class StepFailed extends Error {}

/** Installs the packages unless they are there already: those the site runs on, or with `tests` all of them. */
export async function install({ tests }) {
  const [installed, scope] = readIfThere(INSTALLED).split(" ");
  if (installed === lockHash() && (scope === "all" || !tests)) return;
  // A developer's folder stays one: starting the site takes no test tools away.
  const everything = tests || scope === "all";
  const done = announce("Installing packages (half a minute or so)");
  // Windows cannot delete the Node that runs this, so there npm mends the folder instead of making it anew.
  const command = process.platform === "win32" && existsSync(join(root, "node_modules")) ? "install" : "ci";
  const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];
  // npm's own pauses would leave somebody without a network waiting for minutes before they are told.
  const timeouts = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const { code, output } = await runNpm([command, everything ? "--include=dev" : "--omit=dev", ...quiet, ...timeouts]);
  if (code !== 0) {
    console.error(output.trim());
    const why = NETWORK_TROUBLE.test(output)
      ? "The npm registry cannot be reached. Check the network and try again."
      : "npm could not install the packages; its own words are above.";
    throw new StepFailed(why);
  }
  noteInstalled();
  done();
}

/** Remembers which lock the packages are from, and whether the test tools are among them. */
export function noteInstalled() {
  const scope = existsSync(join(root, "node_modules", "vitest")) ? "all" : "run";
  mkdirSync(dirname(INSTALLED), { recursive: true });
  writeFileSync(INSTALLED, `${lockHash()} ${scope}`);
}

/** Builds pages and scripts unless nothing they are made of has changed. */
export async function build() {
  const sources = hash(BUILT_FROM.flatMap((path) => listFiles(join(root, path))).filter(isBuilt));
  if (readIfThere(BUILT) === sources) return;
  const done = announce("Building the pages");
  const code = await runInFront(requireRuntime(), ["scripts/pages/build-pages.ts"], {
    cwd: root,
    env: productionEnvironment(),
  });
  if (code !== 0) throw new StepFailed("The pages could not be built; the reason is above.");
  writeFileSync(BUILT, sources);
  done();
}

/** How the site runs in earnest. What is set already stays as it is. */
export function productionEnvironment() {
  return {
    // Node keeps what it compiled: the next start is quicker and holds 24 MB less, for it need not load the compiler of types.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".compiled"),
    // One pool of memory for all threads (glibc): they hardly ever ask at the same time, and each of its own keeps 1 MB.
    MALLOC_ARENA_MAX: "1",
    ...process.env,
    NODE_ENV: "production",
  };
}

function announce(what) {
  const startedAt = Date.now();
  console.log(`${what} …`);
  return () => console.log(`  done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/** The npm that runs this script, or the one on the PATH. NODE_ENV=production would make it leave out what tests need. */
function runNpm(args) {
  const { NODE_ENV: _, ...env } = process.env;
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith(".js") ? [process.execPath, [cli]] : ["npm", []];
  const shell = program === "npm" && process.platform === "win32";
  return new Promise((resolve) => {
    const child = spawn(program, [...first, ...args], { cwd: root, env, shell, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const stop = () => child.kill("SIGTERM");
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
      resolve({ code: code ?? 1, output });
    });
  });
}

function isBuilt(path) {
  return !/\.test\.tsx?$|[\\/]server[\\/]/.test(path);
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .sort();
  } catch {
    return [path];
  }
}

function lockHash() {
  return hash([join(root, "package-lock.json")]);
}

function hash(files) {
  const sum = createHash("sha256");
  for (const file of files) sum.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return sum.digest("hex");
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
