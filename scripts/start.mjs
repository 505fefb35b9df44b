// npm start needs npm and any Node from 18 up; the site itself runs on the pinned one.
import { build, install, productionEnvironment, StepFailed } from "./prepare.mjs";
import { runInFront } from "./run.mjs";
import { requireRuntime, root } from "./runtime.mjs";

// With 2 MB for young objects the site uses 5 MB less, and collecting them takes an eighth of a booking's time. V8's default is 16.
const FLAGS = ["--max-semi-space-size=4"];

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
