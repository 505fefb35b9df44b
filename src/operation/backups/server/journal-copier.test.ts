// The journal of removals on its way off the machine, through the real process.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { MIGRATIONS } from "#app/tables.ts";
import { ENCRYPTED_JOURNAL_NAME, JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { recordRemovals } from "#delivery/removals/server/record.ts";
import { openBackup } from "#platform/server/database/backup/backup-encryption.ts";
import { drill } from "#test/drill.ts";
import { emptyFolder, RECIPIENT, siteWithBackups } from "#test/programs/backups.ts";
import { programFile, runCommand } from "#test/programs/commands.ts";
import { databaseOf, emptyDatabaseEnvironment } from "#test/server.ts";
import { readFinding } from "#test/system/findings.ts";
import { JournalCopier } from "./journal-copier.ts";

// Encrypting with a passphrase is slow on purpose.
const SLOW = { timeout: 240_000 };
const WHILE_SLOW = { timeout: 100_000, interval: 50 };
const PASSPHRASE = "four dry paper lanterns";
const LOCK_NAME = `${JOURNAL_NAME}.lock`;

drill("the journal leaves the machine encrypted, and a restore from it reverts no removal", SLOW, async () => {
  const away = emptyFolder();
  const env = { BACKUP_PASSPHRASE: PASSPHRASE, BACKUP_COMMAND: copyTo(away) };
  const site = await siteWithBackups(env);
  await runCommand("backup", { ...databaseOf(site), BACKUP_PASSPHRASE: PASSPHRASE }, join(away, "newest.backup.age"));
  const gone = { kind: "feed" as const, subject: "gone" };
  await site.database.transaction((trx) => recordRemovals(trx, [gone], new Date()));
  await site.site.journal.write();
  const copy = join(away, ENCRYPTED_JOURNAL_NAME);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  site.site.journalCopier.start();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(existsSync(copy)).toBe(true), WHILE_SLOW);
  await site.site.journalCopier.stop();
  const sent = readFileSync(copy);
  expect(sent.subarray(0, 18).toString()).toBe("age-encryption.org");
  expect(await text(await openBackup(copy, { passphrase: PASSPHRASE }))).toBe(
    readFileSync(join(site.folder, JOURNAL_NAME), "utf8"),
  );
  expect(statSync(join(site.folder, ENCRYPTED_JOURNAL_NAME)).mode & 0o777).toBe(0o600);
  expect(readdirSync(site.folder).sort()).toEqual([JOURNAL_NAME, ENCRYPTED_JOURNAL_NAME, LOCK_NAME]);

  const target = await emptyDatabaseEnvironment();
  const backup = join(away, "newest.backup.age");
  await expect(runCommand("restore", { ...target, BACKUP_PASSPHRASE: "" }, backup)).rejects.toThrow();
  const said = await runCommand("restore", { ...target, BACKUP_PASSPHRASE: PASSPHRASE }, backup);
  expect(said).toContain("What was removed after the backup was not in the backup.");
});

test("a journal that is not encrypted stays here", async () => {
  const away = emptyFolder();
  const site = await siteWithBackups({ BACKUP_COMMAND: copyTo(away) });
  await site.site.journal.write();
  await site.site.journalCopier.copyIfDue();
  expect(readdirSync(away)).toEqual([]);
  expect(readdirSync(site.folder).sort()).toEqual([JOURNAL_NAME, LOCK_NAME]);
});

test("a failed copy is reported, also by other processes, and the journal here stays whole", SLOW, async () => {
  const away = join(emptyFolder(), "not yet");
  const site = await siteWithBackups({ BACKUP_RECIPIENT: RECIPIENT, BACKUP_COMMAND: copyTo(away) });
  await site.site.journal.write();
  await site.site.journalCopier.copyIfDue();
  expect(await readFinding(site, "journal-copy")).toMatchObject({
    state: "trouble",
    found: expect.stringMatching(/ended with status.* No copy has succeeded yet\./),
  });
  expect(existsSync(away)).toBe(false);
  expect(readFileSync(join(site.folder, JOURNAL_NAME), "utf8")).not.toBe("");

  mkdirSync(away);
  const copier = new JournalCopier({
    ...site,
    log: site.site.app.log,
    migrations: MIGRATIONS,
    program: programFile("backup-process"),
    journal: site.site.journal,
  });
  onTestFinished(() => copier.stop());
  await copier.copyIfDue();
  expect(existsSync(join(away, ENCRYPTED_JOURNAL_NAME))).toBe(true);
  expect(await readFinding(site, "journal-copy")).toMatchObject({ state: "ok" });
});

test("a copy is made again once the journal has grown, and after six hours", SLOW, async () => {
  const away = emptyFolder();
  const site = await siteWithBackups({ BACKUP_RECIPIENT: RECIPIENT, BACKUP_COMMAND: copyTo(away) });
  const copyAfter = async (hours: number) => {
    site.clock.advance(hours * 60 * 60);
    await site.site.journal.write();
    const copied = readCopy(away);
    await site.site.journalCopier.copyIfDue();
    return copied !== readCopy(away);
  };
  expect(await copyAfter(0)).toBe(true);
  expect(await copyAfter(1)).toBe(false);
  await site.database.transaction((trx) => recordRemovals(trx, [{ kind: "feed", subject: "gone" }], new Date()));
  expect(await copyAfter(1)).toBe(true);
  expect(await copyAfter(5)).toBe(false);
  expect(await copyAfter(1)).toBe(true);
});

function readCopy(away: string): string {
  const copy = join(away, ENCRYPTED_JOURNAL_NAME);
  return existsSync(copy) ? readFileSync(copy, "latin1") : "";
}

function copyTo(folder: string): string {
  const copy = "require('fs').copyFileSync(process.argv[1], process.argv[2])";
  return JSON.stringify([process.execPath, "-e", copy, "{file}", join(folder, "{name}")]);
}
