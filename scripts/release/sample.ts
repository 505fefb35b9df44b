import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCRIPTS = join(import.meta.dirname, "..");
const SAMPLE = ["--bookings", "60", "--contacts", "20", "--users", "6"];

export function backUpSample(file: string): void {
  const dataDir = mkdtempSync(join(tmpdir(), "release-sample-"));
  // Settings of the machine, such as the address of its database, do not count here.
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const run = (script: string, args: string[]) =>
    execFileSync(process.execPath, [join(SCRIPTS, script), ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
  try {
    run("seed/seed.ts", SAMPLE);
    // The command keeps a journal beside its backup, so the backup is moved to the sample's place.
    const backup = join(dataDir, "sample.backup");
    run("database/backup.ts", [backup]);
    copyFileSync(backup, file);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
