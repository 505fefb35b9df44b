// node scripts/with-runtime.mjs ARGS…: the same as `node ARGS…` on the pinned Node; passes signals on and exits as it does.
import { root, requireRuntime } from "./runtime.mjs";
import { runInFront } from "./run.mjs";

process.exitCode = await runInFront(requireRuntime(), process.argv.slice(2), { cwd: root });
