// npm run build builds the site. With --check it builds nothing, and fails if the build is not of these sources.
import { build, install, requireBuilt, StepFailed } from "./prepare.mjs";

try {
  if (process.argv.includes("--check")) requireBuilt();
  else {
    await install({ tests: false });
    await build();
  }
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
