// Starts the site once with an empty data folder and stops it when it serves. Node then keeps its compiled code in .compiled.
// A package that is missing in the image fails the build here, not the owner's first start.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const data = mkdtempSync(join(tmpdir(), "warm-up-"));
const site = spawn(process.execPath, ["--max-semi-space-size=4", "build-server/main.js"], {
  env: {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: ".compiled",
    DATA_DIR: data,
    PORT: "0",
    METRICS_PORT: "0",
  },
  stdio: ["ignore", "pipe", "inherit"],
});
let said = "";
site.stdout.on("data", (chunk) => {
  said += chunk;
  if (said.includes("The site is at")) site.kill("SIGTERM");
});
const [code] = await once(site, "exit");
rmSync(data, { recursive: true });
if (code !== 0) {
  console.error(said);
  process.exitCode = 1;
}
