// npm before 11.19 removes node_modules/.bin/node if several optional packages have that name. The launcher finds the runtime by path.
import { existsSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { recordInstalled } from "./prepare.mjs";
import { findRuntime, root } from "./runtime.mjs";

const bin = join(root, "node_modules", ".bin");
const link = join(bin, process.platform === "win32" ? "node.exe" : "node");
const runtime = findRuntime();

if (runtime && !existsSync(link)) {
  try {
    mkdirSync(bin, { recursive: true });
    if (process.platform === "win32") linkSync(runtime, link);
    else symlinkSync(runtime, link);
  } catch (error) {
    console.warn(`Could not link the pinned Node into node_modules/.bin: ${error.message}`);
  }
}

// After a manual install the next start need not install again.
recordInstalled();
