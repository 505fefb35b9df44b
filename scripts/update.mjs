// npm run update needs any Node from 18 up, also after an update that was killed while the packages changed places.
import { install, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";
import { exchangeCode, lockUpdate, readState, takeCodeBack, unlockUpdate } from "./update/state.mjs";

try {
  // Others may read the code, whatever this shell's own files are for.
  process.umask(0o022);
  lockUpdate(root);
  const state = readState(root);
  if (state?.phase === "dark") takeCodeBack(root, state);
  if (state?.phase === "turning") exchangeCode(root, state);
  await install({ tests: false });
  process.exitCode = await runInFront(requireRuntime(), ["scripts/update/update.ts", ...process.argv.slice(2)], {
    cwd: root,
  });
  unlockUpdate(root);
} catch (error) {
  console.error(error instanceof StepFailed ? error.message : `Not updated: ${error.message}.`);
  process.exitCode = 1;
}
