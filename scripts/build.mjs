import { build, install, StepFailed } from "./prepare.mjs";

try {
  await install({ tests: false });
  await build();
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
