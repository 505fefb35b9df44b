// node scripts/with-runtime.mjs ARGS…: the same as `node ARGS…` on the pinned Node; passes signals on and exits as it does.
// Installs what the command needs first, so that every command of package.json works in a fresh clone.
import { install, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

try {
  const [first = ""] = process.argv.slice(2);
  await install({ tests: /^scripts\/(bench\/|drill\.ts|pages\/fonts\.ts)/.test(first) });
  process.exitCode = await runInFront(requireRuntime(), process.argv.slice(2), { cwd: root });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
