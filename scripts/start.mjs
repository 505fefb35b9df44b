// npm start needs npm and any Node from 18 up; the site itself runs on the pinned one.
import { build, install, productionEnvironment, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

// With V8's default of 16 MB for young objects the site used 17 MB more and was not faster.
const FLAGS = ["--max-semi-space-size=2"];

try {
  await install({ tests: false });
  await build();
  process.exitCode = await runInFront(requireRuntime(), [...FLAGS, "build-server/main.js"], {
    cwd: root,
    env: productionEnvironment(),
  });
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(`Cannot start: ${error.message}`);
  process.exitCode = 1;
}
