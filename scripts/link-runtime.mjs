// npm before 11.19 drops node_modules/.bin/node when several optional packages share that name, and the build tools would
// then start on the system's Node. This puts the link back. It never fails an install: the launcher finds the runtime by path.
import { existsSync, linkSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { noteInstalled } from "./prepare.mjs";
import { findRuntime, root } from "./runtime.mjs";

const bin = join(root, "node_modules", ".bin");
const link = join(bin, process.platform === "win32" ? "node.exe" : "node");
const runtime = findRuntime();

if (runtime && runtime !== process.execPath && !existsSync(link)) {
  try {
    mkdirSync(bin, { recursive: true });
    if (process.platform === "win32") linkSync(runtime, link);
    else symlinkSync(runtime, link);
  } catch (error) {
    console.warn(`Could not link the pinned Node into node_modules/.bin: ${error.message}`);
  }
}

// Whoever installs by hand is not made to wait for it again at the next start.
noteInstalled();
