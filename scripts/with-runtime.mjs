// node scripts/with-runtime.mjs ARGS…: the same as `node ARGS…` on the pinned Node; passes signals on and exits as it does.

import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

process.exitCode = await runInFront(requireRuntime(), process.argv.slice(2), { cwd: root });
