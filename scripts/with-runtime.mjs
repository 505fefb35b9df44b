// node scripts/with-runtime.mjs ARGS… runs `node ARGS…` on the pinned Node and first installs missing packages.
import { install, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

try {
  const [first = ""] = process.argv.slice(2);
  await install({ tests: /^scripts\/(bench\/|deploy\/|drill\.ts|pages\/fonts\.ts)/.test(first) });
  process.exitCode = await runInFront(requireRuntime(), process.argv.slice(2), { cwd: root });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
