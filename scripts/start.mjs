// npm start: from a fresh clone to a running site. Needs npm and any Node from 18 up; the site itself runs on the pinned one.
import { build, install, productionEnvironment, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

try {
  await install({ tests: false });
  await build();
  process.exitCode = await runInFront(requireRuntime(), ["src/main.ts"], { cwd: root, env: productionEnvironment() });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`Cannot start: ${error.message}`);
  process.exitCode = 1;
}
