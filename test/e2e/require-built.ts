// These tests run what npm run build has made, which may be of other sources than the tests.
import { execFileSync } from "node:child_process";

export default function requireBuilt(): void {
  execFileSync(process.execPath, ["scripts/build.mjs", "--check"], { stdio: "inherit" });
}
