// kill -9 in the middle of each step of a run.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { drill } from "#test/drill.ts";
import { type BackupSite, emptyFolder, latestRun, siteWithBackups, workerOf } from "#test/programs/backups.ts";

const SLOW = { timeout: 240_000 };
const FILE = "porchlight-2026-11-20T150000Z.backup.age";
const BROKEN = "The process of the backup ended in the middle. It may have run out of memory";

type Step = {
  name: string;
  /** Whether the process is in the middle of it. */
  isThere: (site: BackupSite) => boolean;
  copy?: (marker: string) => string[];
  fetch?: (marker: string) => string[];
  left: object;
};

// A passphrase takes a second to become a key, when the file is begun and before it is read.
const steps: Step[] = [
  {
    name: "writes the file",
    isThere: ({ folder }) => existsSync(join(folder, `${FILE}.part`)),
    left: { outcome: "failed", problem: BROKEN, file: null },
  },
  {
    name: "copies it",
    isThere: ({ config }) => existsSync(markerOf(config.backupCommand)),
    copy: hanging,
    left: { outcome: "good", file: FILE, proof: { outcome: "failed", problem: BROKEN } },
  },
  {
    name: "fetches it back",
    isThere: ({ config }) => existsSync(markerOf(config.backupFetchCommand)),
    copy: () => [process.execPath, "-e", "", "{file}"],
    fetch: hanging,
    left: { outcome: "good", file: FILE, copy: { outcome: "good" }, proof: { outcome: "failed", problem: BROKEN } },
  },
  {
    name: "restores it",
    isThere: ({ folder }) => proofs(folder).some((path) => existsSync(join(path, "site.db"))),
    left: { outcome: "good", file: FILE, proof: { outcome: "failed", problem: BROKEN } },
  },
];

drill.for(steps)(
  "killed while it $name, it leaves no half file and no database, and the next night is good",
  SLOW,
  async ({ isThere, copy, fetch, left }) => {
    const marker = join(emptyFolder(), "marker");
    const site = await siteWithBackups({
      BACKUP_PASSPHRASE: "correct horse battery",
      ...(copy && { BACKUP_COMMAND: JSON.stringify(copy(marker)) }),
      ...(fetch && { BACKUP_FETCH_COMMAND: JSON.stringify(fetch(marker)) }),
    });
    const run = workerOf(site).runDue();
    // Looked for first, because looking takes longer than some steps.
    const child = await backupProcess();
    await expect.poll(() => isThere(site), { timeout: 120_000, interval: 5 }).toBe(true);
    process.kill(child, "SIGKILL");
    await run;
    expect(await latestRun(site)).toMatchObject(left);
    const kept = "file" in left && left.file ? [FILE] : [];
    expect(site.files()).toEqual(kept);

    site.clock.advance(24 * 60 * 60);
    const config = { ...site.config, backupCommand: undefined, backupFetchCommand: undefined };
    await workerOf(site, { config }).runDue();
    expect(await latestRun(site)).toMatchObject({ outcome: "good", problem: null, proof: { outcome: "good" } });
    // The one that was not proven has made way.
    expect(site.files()).toEqual(["porchlight-2026-11-21T150000Z.backup.age"]);
  },
);

async function backupProcess(): Promise<number> {
  const find = () =>
    spawnSync("pgrep", ["-P", String(process.pid), "-f", "backup-process"])
      .stdout.toString()
      .trim();
  let found = "";
  await expect.poll(() => (found = find()), { timeout: 120_000, interval: 5 }).not.toBe("");
  return Number(found);
}

/** A command that says that it runs by a file, and ends only when its file is gone. */
function hanging(marker: string): string[] {
  const program = `const fs = require("fs"); fs.writeFileSync(process.argv[1], "");
    setInterval(() => fs.existsSync(process.argv[1]) || process.exit(), 100)`;
  return [process.execPath, "-e", program, marker, "{file}"];
}

function markerOf(command: string[] | undefined): string {
  return command?.[3] ?? "";
}

function proofs(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.startsWith(".porchlight-proof-") ? join(folder, name) : []));
}
