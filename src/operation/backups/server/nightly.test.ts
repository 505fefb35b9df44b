// Real processes make the backups of these tests, as they do at night.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { timeOf, wallClock } from "#platform/dates.ts";
import { drill } from "#test/drill.ts";
import { latestRun, RECIPIENT, siteWithBackups, workerOf } from "#test/programs/backups.ts";
import { programFile } from "#test/programs/commands.ts";
import { databaseOf, startSite } from "#test/server.ts";
import { readBackupState } from "./store.ts";

// Every backup is a process, which loads the modules anew.
const SLOW = { timeout: 240_000 };
const FIRST = "porchlight-2026-11-20T150000Z.backup";

test(
  "last night's backup is made beside the site, restored as a proof, and readable by its owner only",
  SLOW,
  async () => {
    const site = await siteWithBackups();
    writeFileSync(join(site.config.dataDir, "unrelated"), "");
    await workerOf(site).runDue();
    expect(site.files()).toEqual([FIRST]);
    const { mode, size } = statSync(join(site.folder, FIRST));
    expect([statSync(site.folder).mode & 0o777, mode & 0o777]).toEqual([0o700, 0o600]);
    expect(await readBackupState(site.database.read)).toEqual({
      latest: {
        startedAt: "2026-11-20T15:00:00.000Z",
        endedAt: "2026-11-20T15:00:00.000Z",
        outcome: "good",
        problem: null,
        file: FIRST,
        bytes: size,
        isEncrypted: false,
        copy: { outcome: "not set", problem: null },
        proof: { outcome: "good", problem: null, ms: expect.any(Number) },
      },
      provenAt: "2026-11-20T15:00:00.000Z",
      madeAt: "2026-11-20T15:00:00.000Z",
    });

    // Served once, also by clocks that were set back over the hour or show it twice.
    for (const instant of ["2026-11-20T15:05:00.000Z", "2026-11-20T08:30:00.000Z", "2026-11-21T08:59:00.000Z"]) {
      site.clock.set(instant);
      await workerOf(site).runDue();
    }
    expect(site.files()).toEqual([FIRST]);
    // The clock was a year ahead, and the machine was off for three nights.
    site.clock.set("2027-11-20T15:00:00.000Z");
    await workerOf(site).runDue();
    site.clock.set("2026-11-24T12:00:00.000Z");
    await workerOf(site).runDue();
    const ahead = "porchlight-2027-11-20T150000Z.backup";
    expect(site.files()).toEqual([FIRST, "porchlight-2026-11-24T120000Z.backup", ahead]);
    expect((await latestRun(site))?.startedAt).toBe("2026-11-24T12:00:00.000Z");
  },
);

test("a new database waits for its first night, and off makes none", SLOW, async () => {
  const now = new Date(Math.ceil(Date.now() / 1000) * 1000);
  // Far from now: the database was made some minutes ago, and the hour must not lie between.
  const { minutes } = wallClock(new Date(now.getTime() - 12 * 3_600_000), "America/Chicago");
  const site = await startSite({ now: now.toISOString(), env: { BACKUP_AT: timeOf(minutes) } });
  await workerOf(site).runDue();
  expect(await latestRun(site)).toBeNull();
  const off = await siteWithBackups({ BACKUP_AT: "off" });
  await workerOf(off).runDue();
  expect([await latestRun(off), existsSync(off.folder)]).toEqual([null, false]);
});

test("two processes at the hour make one backup", SLOW, async () => {
  const site = await siteWithBackups();
  const other = await startSite({
    now: site.clock.now().toISOString(),
    env: { ...databaseOf(site), BACKUP_DIR: site.folder },
  });
  await Promise.all([workerOf(site), workerOf(other)].map((worker) => worker.runDue()));
  expect(site.files()).toEqual([FIRST]);
  expect(await site.database.read.selectFrom("backup_runs").select(["outcome", "tries"]).execute()).toEqual([
    { outcome: "good", tries: 1 },
  ]);
});

test(
  "another process takes over from one that was killed, and starts again no more than three times",
  SLOW,
  async () => {
    // A command that hangs shows that the file is written and keeps the process in the middle.
    const site = await siteWithBackups({ BACKUP_RECIPIENT: RECIPIENT, ...hangingCommand() });
    const doomed = spawnSite(site);
    await expect.poll(() => latestRun(site), { timeout: 120_000 }).toMatchObject({ file: `${FIRST}.age` });
    doomed.kill("SIGKILL");
    await once(doomed, "exit");

    const heir = workerOf(site, { config: { ...site.config, backupCommand: undefined } });
    site.clock.set("2026-11-20T15:10:00.000Z");
    const outcomeNow = async () => {
      await heir.runDue();
      return (await latestRun(site))?.outcome;
    };
    await expect.poll(outcomeNow, { timeout: 120_000, interval: 500 }).toBe("good");
    // The file of the killed process was whole, but of one day the newest is enough.
    expect(site.files()).toEqual(["porchlight-2026-11-20T151000Z.backup.age"]);
    expect(await latestRun(site)).toMatchObject({ proof: { outcome: "good" } });

    await site.database.transaction((trx) =>
      trx.updateTable("backup_runs").set({ outcome: "running", tries: 3, claim: null }).execute(),
    );
    await heir.runDue();
    expect(await latestRun(site)).toMatchObject({ outcome: "failed", problem: expect.stringContaining("3 times") });
  },
);

drill("a site that stops leaves the backup to the next one", SLOW, async () => {
  const site = await siteWithBackups({ BACKUP_RECIPIENT: RECIPIENT, ...hangingCommand() });
  const worker = workerOf(site);
  const run = worker.runDue();
  await expect.poll(() => latestRun(site), { timeout: 120_000 }).toMatchObject({ file: `${FIRST}.age` });
  await worker.stop();
  await run;
  expect(await site.database.read.selectFrom("backup_runs").select(["outcome", "tries", "claim"]).execute()).toEqual([
    { outcome: "running", tries: 0, claim: null },
  ]);
  await workerOf(site, { config: { ...site.config, backupCommand: undefined } }).runDue();
  expect(await latestRun(site)).toMatchObject({ outcome: "good", proof: { outcome: "good" } });
});

/** Says nothing and does not end by itself. */
function hangingCommand(): Record<string, string> {
  return { BACKUP_COMMAND: JSON.stringify([process.execPath, "-e", "setInterval(() => {}, 1000)", "{file}"]) };
}

/** The site as a process of its own that only makes backups. */
function spawnSite(site: Awaited<ReturnType<typeof siteWithBackups>>): ChildProcess {
  const child = spawn(process.execPath, [programFile("worker-process")], {
    env: {
      ...process.env,
      LOG_LEVEL: "silent",
      ...databaseOf(site),
      NOW: site.clock.now().toISOString(),
      WORKER_POLL_SECONDS: "1",
      BACKUP_DIR: site.folder,
      BACKUP_RECIPIENT: RECIPIENT,
      BACKUP_COMMAND: JSON.stringify(site.config.backupCommand),
      MAKES_BACKUPS: "on",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return child;
}
