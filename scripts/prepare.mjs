import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { readCommit } from "./commit.mjs";
import { runInFront } from "./run.mjs";
import { findRuntime, requireRuntime, root } from "./runtime.mjs";

const INSTALLED = join(root, "node_modules", ".installed");
const OF_BOTH = ["src", "package-lock.json"];
/** Each part stores a hash of its sources. */
const PARTS = [
  {
    folder: "build",
    program: "scripts/pages/build-pages.ts",
    from: [...OF_BOTH, "public", "vite.config.ts", "scripts/pages"],
    except: /\.test\.tsx?$|[\\/]server[\\/]/,
  },
  {
    folder: "build-server",
    program: "scripts/server/build-server.ts",
    from: [...OF_BOTH, "migrations", "package.json", "scripts/server"],
    except: /\.test\.tsx?$/,
  },
];
const NETWORK_TROUBLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

/** The failed step has printed the reason. */
export class StepFailed extends Error {}

export async function install({ tests }) {
  const [installed, scope] = readIfThere(INSTALLED).split(" ");
  if (installed === lockHash() && (scope === "all" || !tests)) return;
  // A folder with test tools keeps them.
  const everything = tests || scope === "all";
  const done = announce("Installing packages (half a minute or so)");
  // Windows cannot delete the running Node, so there npm updates the folder instead of recreating it.
  const command = process.platform === "win32" && existsSync(join(root, "node_modules")) ? "install" : "ci";
  const quiet = ["--loglevel=error", "--no-audit", "--no-fund", "--no-progress"];
  // With npm's own retries a person without network would wait for minutes.
  const timeouts = ["--fetch-retries=2", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"];
  const options = [everything ? "--include=dev" : "--omit=dev", ...quiet, ...timeouts];
  const first = await runNpm([command, ...options]);
  const isComplete = first.code !== 0 || missingPackages({ everything }).length === 0;
  const { code, output } = isComplete ? first : await runNpm(["install", "--no-save", ...options], findRuntime());
  if (code !== 0) {
    console.error(output.trim());
    const why = NETWORK_TROUBLE.test(output)
      ? "The npm registry cannot be reached. Check the network and try again."
      : "npm could not install the packages; its own words are above.";
    throw new StepFailed(why);
  }
  recordInstalled();
  done();
}

/** An incomplete install is not recorded, so that the next start completes it. */
export function recordInstalled() {
  const scope = existsSync(join(root, "node_modules", "vitest")) ? "all" : "run";
  if (missingPackages({ everything: scope === "all" }).length > 0) return;
  mkdirSync(dirname(INSTALLED), { recursive: true });
  writeFileSync(INSTALLED, `${lockHash()} ${scope}`);
}

/** On Node 18 npm silently leaves out binaries that need a newer Node; then npm itself has to run on the pinned one. */
function missingPackages({ everything }) {
  const runtime = findRuntime();
  if (!runtime || runtime === process.execPath) return [];
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const fits = ({ os, cpu, libc }) =>
    os?.includes(process.platform) && cpu?.includes(process.arch) && (!libc || libc.includes("glibc"));
  return Object.entries(packages)
    .filter(([, entry]) => entry.optional && (everything || !entry.dev) && fits(entry))
    .map(([path]) => path)
    .filter((path) => !existsSync(join(root, path)));
}

export async function build() {
  const stale = PARTS.map((part) => ({ ...part, sources: hashOfSources(part) })).filter(isStale);
  if (stale.length === 0) return nameBuild();
  const done = announce("Building the site");
  const options = { cwd: root, env: productionEnvironment() };
  const codes = await Promise.all(stale.map(({ program }) => runInFront(requireRuntime(), [program], options)));
  if (codes.some((code) => code !== 0)) throw new StepFailed("The site could not be built; the reason is above.");
  for (const { folder, sources } of stale) writeFileSync(stampOf(folder), sources);
  nameBuild();
  done();
}

/** Sources that are the same in two commits are not built again, but the later name holds. */
function nameBuild() {
  writeFileSync(join(root, "build-server", "commit"), readCommit(root));
}

export function requireBuilt() {
  if (PARTS.some((part) => isStale({ ...part, sources: hashOfSources(part) })))
    throw new StepFailed("The site was built from other sources than these. Run npm run build.");
}

function hashOfSources({ from, except }) {
  const files = from.flatMap((path) => listFiles(join(root, path)));
  return hash(files.filter((path) => !except.test(path)));
}

function isStale({ folder, sources }) {
  return readIfThere(stampOf(folder)) !== sources;
}

function stampOf(folder) {
  return join(root, folder, ".built");
}

/** Existing settings take precedence. */
export function productionEnvironment() {
  return {
    // The compile cache makes later starts faster, and saves 24 MB because the type stripper is not loaded.
    NODE_COMPILE_CACHE: join(root, "node_modules", ".compiled"),
    // All threads share one glibc arena: they rarely allocate in parallel, and each extra arena keeps 1 MB.
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

/** NODE_ENV is removed, because production would make npm leave out the test tools. `node` runs npm. */
function runNpm(args, node = process.execPath) {
  const { NODE_ENV: _, ...rest } = process.env;
  const env = node === process.execPath ? rest : { ...rest, PATH: [dirname(node), rest.PATH].join(delimiter) };
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith(".js") ? [node, [cli]] : ["npm", []];
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
