// A restore from the newest copies is held only where removals may be missing.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { ENCRYPTED_JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { addSignedIn } from "#test/accounts.ts";
import { emptyFolder, latestRun, siteWithBackups, workerOf } from "#test/programs/backups.ts";
import { runCommand } from "#test/programs/commands.ts";
import { saidAtStart } from "#test/programs/processes.ts";
import { emptyDatabaseEnvironment, startSite } from "#test/server.ts";
import { readFinding } from "#test/system/findings.ts";

// Backups and commands are processes.
const SLOW = { timeout: 240_000 };
const FIVE_MINUTES = 5 * 60;

test("backup and journal of one night fit: a restore from the newest copies is not held", SLOW, async () => {
  const { site, away, restore } = await siteWithCopies();
  await copyJournalBefore(site);
  await workerOf(site).runDue();
  expect(await latestRun(site)).toMatchObject({ outcome: "good", copy: { outcome: "good" } });
  expect(await restore(away)).not.toContain("held");
  expect(await readFinding(site, "journal-copy")).toMatchObject({ state: "ok" });
});

test("they fit also where the site ends while the backup is on its way", SLOW, async () => {
  const { site, away, restore, hang } = await siteWithCopies();
  await copyJournalBefore(site);
  rmSync(join(away, ENCRYPTED_JOURNAL_NAME));
  hang();
  const worker = workerOf(site);
  const run = worker.runDue();
  const arrived = () => existsSync(join(away, ENCRYPTED_JOURNAL_NAME));
  await expect.poll(arrived, { timeout: 120_000 }).toBe(true);
  await expect.poll(() => site.files().some((name) => name.endsWith(".age")), { timeout: 60_000 }).toBe(true);
  await worker.stop();
  await run;
  expect(await restore(site.folder)).not.toContain("held");
});

test("a journal that cannot be copied is reported, its restore is held, and the next copy heals it", SLOW, async () => {
  const { site, away, restore, refuseJournal } = await siteWithCopies();
  await copyJournalBefore(site);
  const allow = refuseJournal();
  const logged: unknown[] = [];
  const error = (...line: unknown[]) => void logged.push(line);
  await workerOf(site, { log: { info: () => {}, warn: () => {}, error } }).runDue();
  expect(await latestRun(site)).toMatchObject({ copy: { outcome: "good" }, proof: { outcome: "good" } });
  expect(logged).toEqual([
    [expect.objectContaining({ problem: expect.stringContaining("refused") }), expect.stringContaining("journal")],
  ]);
  expect(await readFinding(site, "journal-copy")).toMatchObject({ state: "trouble", found: /refused/ });
  expect(await restore(away)).toContain("held until an admin confirms");

  allow();
  await site.site.journalCopier.copyIfDue();
  expect(await readFinding(site, "journal-copy")).toMatchObject({ state: "ok" });
  expect(await restore(away)).not.toContain("held");
});

test("a hold stands in the findings, and in the log of each start, until it is released", SLOW, async () => {
  const { site, away, restore, targets } = await siteWithCopies();
  await workerOf(site).runDue();
  rmSync(join(away, ENCRYPTED_JOURNAL_NAME));
  expect(await restore(away)).toContain("held until an admin confirms");
  const target = targets.at(-1) ?? {};
  const restored = await startSite({ env: target, now: site.clock.now().toISOString() });
  expect(await readFinding(restored, "hold")).toMatchObject({
    state: "trouble",
    found: /e-mail, webhooks, .* are held: there was no journal/,
    toDo: /press Confirm and release on the dashboard/,
  });
  for (let look = 0; look < 2; look++) {
    await restored.site.system.checkAlarms();
    restored.clock.advance(FIVE_MINUTES);
  }
  const alarms = await restored.database.read.selectFrom("system_alarms").select(["id", "told_at"]).execute();
  expect(alarms).toContainEqual({ id: "hold", told_at: expect.any(String) });

  const held = () => heldLines(target);
  const told = {
    level: 50,
    reason: "there was no journal of removals beside the backup",
    release: `${restored.config.publicUrl}/admin`,
  };
  for (let start = 0; start < 2; start++)
    expect(await held()).toEqual([
      expect.objectContaining({
        ...told,
        msg: expect.stringMatching(
          /^held after a restore: e-mail, webhooks, .* wait until an admin presses Confirm and release/,
        ),
      }),
    ]);
  const admin = await addSignedIn(restored, { email: "releasing@example.com" });
  expect((await admin.call("POST", "/api/removals/hold/release", {})).statusCode).toBe(200);
  expect(await held()).toEqual([]);
});

async function heldLines(settings: Record<string, string>): Promise<object[]> {
  const lines = (await saidAtStart(settings)).split("\n").filter((line) => line.includes("held after a restore"));
  return lines.map((line) => JSON.parse(line));
}

/** On the real day, because commands have the real clock. */
async function siteWithCopies() {
  const identity = await generateX25519Identity();
  const [away, keys] = [emptyFolder(), emptyFolder()];
  const [keyFile, refusal, pause] = ["key", "refused", "hanging"].map((name) => join(keys, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(keyFile, identity);
  const copy = `
    const [file, target, refusal, pause] = process.argv.slice(1);
    const { copyFileSync, existsSync } = require("fs");
    if (target.includes("removals") && existsSync(refusal)) {
      console.error("refused");
      process.exit(1);
    }
    if (target.includes(".backup") && existsSync(pause)) setInterval(() => {}, 1000);
    else copyFileSync(file, target);`;
  const command = [process.execPath, "-e", copy, "{file}", join(away, "{name}"), refusal, pause];
  const env = { BACKUP_RECIPIENT: await identityToRecipient(identity), BACKUP_COMMAND: JSON.stringify(command) };
  const site = await siteWithBackups(env);
  site.clock.set(new Date(Date.now() - FIVE_MINUTES * 1000).toISOString());
  const targets: Record<string, string>[] = [];
  return {
    site,
    away,
    targets,
    hang: () => writeFileSync(pause, ""),
    refuseJournal: () => {
      writeFileSync(refusal, "");
      return () => rmSync(refusal);
    },
    /** What the restore of the newest backup says. */
    restore: async (folder: string) => {
      const target = await emptyDatabaseEnvironment();
      targets.push(target);
      const newest =
        readdirSync(folder)
          .filter((name) => name.includes(".backup"))
          .sort()
          .at(-1) ?? "";
      return runCommand("restore", target, join(folder, newest), "--identity", keyFile);
    },
  };
}

/** Some minutes before the night's backup, as after a removal. */
async function copyJournalBefore(site: Awaited<ReturnType<typeof siteWithCopies>>["site"]): Promise<void> {
  await site.site.journal.write();
  await site.site.journalCopier.copyIfDue();
  site.clock.advance(FIVE_MINUTES);
}
