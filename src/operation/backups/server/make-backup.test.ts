// The steps of a run, each with what can go wrong in it.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { isLeftOutOfBackups } from "#app/tables.ts";
import { checkBackup } from "#platform/server/database/backup/backup.ts";
import { drill } from "#test/drill.ts";
import {
  emptyFolder,
  latestRun,
  performHere,
  performUnder,
  RECIPIENT,
  siteWithBackups,
  workerOf,
} from "#test/programs/backups.ts";
import { smallDisk } from "#test/programs/small-disk.ts";
import { sendContactMessage } from "#test/requests.ts";
import type { BackupTask } from "./task.ts";

// A passphrase costs a second of computing each time, on purpose.
const SLOW = { timeout: 240_000 };
const PASSPHRASE = "correct horse battery";
const NAME = "porchlight-2026-11-20T150000Z.backup";

test("a backup for a public key is proven without the private key, and opens with it", SLOW, async () => {
  for (const generate of [generateX25519Identity, generateHybridIdentity]) {
    const identity = await generate();
    const site = await siteWithBackups({ BACKUP_RECIPIENT: await identityToRecipient(identity) });
    const news = await performHere(site);
    expect(news).toMatchObject({ outcome: "good", isEncrypted: true, proof: { outcome: "good", problem: null } });
    expect(site.files()).toEqual([`${NAME}.age`]);
    const { rows } = await checkBackup(join(site.folder, `${NAME}.age`), { identities: [identity] });
    expect(rows.meetings).toBe(1);
  }
});

test("a public key with a mistyped character is reported, and nothing is written", SLOW, async () => {
  const mistyped = RECIPIENT.slice(0, -1) + (RECIPIENT.endsWith("q") ? "p" : "q");
  const site = await siteWithBackups({ BACKUP_RECIPIENT: mistyped });
  const problem = `${mistyped} is not an age public key: one of its characters is wrong`;
  expect(await performHere(site)).toMatchObject({ outcome: "failed", problem });
  expect(site.files()).toEqual([]);
});

test("the report of a proof counts every table, and holds nothing about people", SLOW, async () => {
  const site = await siteWithBackups();
  const { report } = await performHere(site);
  expect(report).toMatchObject({
    isFetched: false,
    newestBookingAt: "2026-11-20T15:00:00.000Z",
    opened: ["booking", "message", "account"],
  });
  expect(report?.tables.meetings).toEqual({ rows: 1, sum: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(Object.keys(report?.tables ?? {}).filter(isLeftOutOfBackups)).toEqual([]);
  expect(JSON.stringify(report)).not.toContain("Elm");
});

test("old backups go only after a newer one is proven, and other files never", SLOW, async () => {
  const site = await siteWithBackups({ BACKUP_KEEP: "2d" });
  mkdirSync(site.folder);
  const old = ["2026-11-12", "2026-11-18", "2026-11-19"].map((day) => `porchlight-${day}T090000Z.backup`);
  const others = ["mine.txt", "porchlight-2026-11-01T090000Z.backup.keep", "removals"];
  for (const name of [...old, ...others]) writeFileSync(join(site.folder, name), "");
  const damaged = await performHere(
    site,
    fetchedBy((file) => `require("fs").writeFileSync(${file}, "nothing")`),
  );
  expect(damaged.proof).toEqual({
    outcome: "failed",
    problem: `${NAME}.age is damaged or cut short: nothing was restored`,
    ms: expect.any(Number),
  });
  expect(site.files()).toEqual(expect.arrayContaining([...old, ...others, `${NAME}.age`]));

  site.clock.advance(24 * 60 * 60);
  const failed = [`${NAME}.age`];
  expect((await performHere(site, { failed })).proof?.outcome).toBe("good");
  const next = "porchlight-2026-11-21T150000Z.backup";
  expect(site.files()).toEqual([...others, next, old[2]].sort());
});

drill(
  "a copy that was damaged, cut, mixed up or lost on its way is reported, and the file here stays",
  SLOW,
  async () => {
    const site = await siteWithBackups();
    const recent = join(site.folder, `${NAME}.age`);
    const fs = `const fs = require("fs"); const bytes = fs.readFileSync(${JSON.stringify(recent)});`;
    const old = join(emptyFolder(), "old");
    await performHere(site, { passphrase: PASSPHRASE });
    copyFileSync(recent, old);
    await sendContactMessage(site, { message: "One more" });
    const fetchOld = (file: string) => `require("fs").copyFileSync(${JSON.stringify(old)}, ${file})`;
    for (const [program, problem, lock] of [
      [(file) => `${fs} bytes[bytes.length >> 1] ^= 1; fs.writeFileSync(${file}, bytes)`, `${NAME}.age is damaged`],
      [(file) => `${fs} fs.writeFileSync(${file}, bytes.subarray(0, -100))`, `${NAME}.age is damaged or cut short`],
      [fetchOld, "Of 3 rows of history, 2 were restored", { passphrase: PASSPHRASE }],
      [() => "", "fetched no file"],
      [() => "console.error('not\\nfound.'); process.exit(3)", "status 3: not / found"],
    ] as [(file: string) => string, string, Partial<BackupTask>?][]) {
      const { proof, outcome } = await performHere(site, { ...fetchedBy(program), ...lock });
      expect([outcome, proof?.outcome]).toEqual(["good", "failed"]);
      expect(proof?.problem).toContain(problem);
      expect(site.files()).toEqual([`${NAME}.age`]);
    }
    const { proof } = await performHere(
      site,
      fetchedBy((file) => `${fs} fs.writeFileSync(${file}, bytes)`),
    );
    expect(proof?.outcome).toBe("good");
  },
);

test("plain backups do not leave the machine", SLOW, async () => {
  const proof = join(emptyFolder(), "was-run");
  const command = [process.execPath, "-e", `require("fs").writeFileSync(${JSON.stringify(proof)}, "")`, "{file}"];
  const site = await siteWithBackups({ BACKUP_COMMAND: JSON.stringify(command) });
  expect((await performHere(site)).copy).toEqual({
    outcome: "withheld",
    problem: "Only encrypted backups leave this machine: set BACKUP_RECIPIENT or BACKUP_PASSPHRASE",
  });
  expect(existsSync(proof)).toBe(false);
});

drill(
  "a target that is away for a day is reported, and the copy is made within an hour of its return",
  SLOW,
  async () => {
    const [away, target] = [join(emptyFolder(), "there"), join(emptyFolder(), "copy")];
    const program = `
    const fs = require("fs");
    if (!fs.existsSync(${JSON.stringify(away)})) { console.error("Ünreachable: s3cret-of-the-copy."); process.exit(1); }
    fs.copyFileSync(process.argv[1], ${JSON.stringify(target)});`;
    const back = `require("fs").copyFileSync(${JSON.stringify(target)}, process.argv[1])`;
    const site = await siteWithBackups({
      BACKUP_RECIPIENT: RECIPIENT,
      BACKUP_COMMAND: JSON.stringify([process.execPath, "-e", program, "{file}"]),
      BACKUP_FETCH_COMMAND: JSON.stringify([process.execPath, "-e", back, "{file}"]),
    });
    process.env.RCLONE_TEST_PASSWORD = "s3cret-of-the-copy";
    const worker = workerOf(site, { backoffMs: [1, 1] });
    await worker.runDue();
    delete process.env.RCLONE_TEST_PASSWORD;
    const problem = `${process.execPath} ended with status 1: Ünreachable: ***`;
    expect(await latestRun(site)).toMatchObject({
      outcome: "good",
      copy: { outcome: "failed", problem },
      proof: { outcome: "good" },
    });
    site.clock.advance(30 * 60);
    writeFileSync(away, "");
    await worker.runDue();
    expect(existsSync(target)).toBe(false);
    site.clock.advance(31 * 60);
    await worker.runDue();
    expect((await latestRun(site))?.copy).toEqual({ outcome: "good", problem: null });
    expect(readFileSync(target)).toEqual(readFileSync(join(site.folder, `${NAME}.age`)));
  },
);

test("where the disk is too full, no backup is made", SLOW, async ({ skip }) => {
  const disk = smallDisk(1) ?? skip("this machine lets nobody mount a file system");
  const site = await siteWithBackups({ BACKUP_DIR: join(disk, "backups") });
  const news = await performHere(site);
  const problem = expect.stringMatching(
    /^[\d.]+ MB has to be free where backups are kept, and [\d.]+ MB is: no backup was made$/,
  );
  expect(news).toMatchObject({ outcome: "skipped", problem });
  expect(site.files()).toEqual([]);
});

test(
  "where the disk is full before the proof, or in its middle, the backup stays and nothing else",
  SLOW,
  async ({ skip }) => {
    const disk = smallDisk(100) ?? skip("this machine lets nobody mount a file system");
    const site = await siteWithBackups({ BACKUP_DIR: join(disk, "backups"), BACKUP_RECIPIENT: RECIPIENT });
    const filler = JSON.stringify(join(disk, "filler"));
    const fill = `const fs = require("fs"); const to = fs.openSync(${filler}, "w");
    try { for (;;) fs.writeSync(to, Buffer.alloc(65536)); } catch {}`;
    const kept = JSON.stringify(join(site.folder, `${NAME}.age`));
    const copyCommand = [process.execPath, "-e", fill, "{file}"];
    const { proof } = await performHere(site, { copyCommand });
    expect(proof).toMatchObject({
      outcome: "skipped",
      problem: expect.stringMatching(/ has to be free where .+ MB is: it was not restored$/),
    });
    expect(site.files()).toEqual([`${NAME}.age`]);
    rmSync(join(disk, "filler"));

    const fetchAndFill = fetchedBy((file) => `require("fs").copyFileSync(${kept}, ${file}); ${fill}`);
    expect((await performHere(site, fetchAndFill)).proof).toMatchObject({
      outcome: "failed",
      problem: "database or disk is full",
    });
    expect(site.files()).toEqual([`${NAME}.age`]);
  },
);

test("a backup that the disk refuses in the middle leaves no half file", SLOW, async ({ skip }) => {
  if (!existsSync("/usr/bin/prlimit")) skip("prlimit is not installed");
  const site = await siteWithBackups();
  const news = await performUnder(["/usr/bin/prlimit", "--fsize=2048"], site);
  expect(news).toMatchObject({
    outcome: "failed",
    problem: "The disk where backups are kept takes no file of this size",
  });
  expect(site.files()).toEqual([]);
});

test("a read-only folder is reported", SLOW, async ({ skip }) => {
  if (process.getuid?.() === 0) skip("root may write everywhere");
  const folder = emptyFolder();
  chmodSync(folder, 0o500);
  const site = await siteWithBackups({ BACKUP_DIR: folder });
  expect(await performHere(site)).toMatchObject({
    outcome: "failed",
    problem: "The site may not write where backups are kept",
  });
});

/** Encrypts, copies nowhere and fetches with a program, which gets the path to write in JavaScript. */
function fetchedBy(program: (file: string) => string) {
  return {
    recipient: RECIPIENT,
    copyCommand: [process.execPath, "-e", "", "{file}"],
    fetchCommand: [process.execPath, "-e", program("process.argv[1]"), "{file}"],
  };
}
