// The file beside the backups: when it is written, and that nothing of it gets lost.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { JOURNAL_NAME, REMOVALS } from "#delivery/removals/removal.ts";
import { addSignedIn } from "#test/accounts.ts";
import { databaseEnvironment, databaseOf, startSite, type TestSite } from "#test/server.ts";
import { readJournal } from "./journal.ts";
import { findJournalKey } from "./journal-key.ts";
import { JournalWriter } from "./journal-writer.ts";
import { recordRemovals } from "./record.ts";

const DAY_SECONDS = 24 * 60 * 60;
const SECOND_OR_SO = { timeout: 2_500, interval: 20 };

test("a removal is in the file within a second or so, which only the site's user can read", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  writer.start();
  await vi.waitFor(() => expect(subjects()).toEqual([]), SECOND_OR_SO);
  const { call } = await addSignedIn(site);
  const { feed } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  await call("DELETE", `/api/bookings/calendar-feeds/${feed._id}`);
  writer.wake();
  await vi.waitFor(() => expect(subjects()).toEqual([`feed ${feed._id}`]), SECOND_OR_SO);
  expect(statSync(writer.file).mode & 0o777).toBe(0o600);
  expect(statSync(join(writer.file, "..")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(writer.file, ".."))).toEqual([JOURNAL_NAME]);
});

test("a removal that was rolled back is in no journal", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  const failing = site.database.transaction(async (trx) => {
    await recordRemovals(trx, [{ kind: "feed", subject: "kept" }], site.clock.now());
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await writer.write();
  expect(subjects()).toEqual([]);
});

test("what a killed process recorded and did not write, the next start writes, and tidies up", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await writer.write();
  await remove(site, "one");
  const part = `${writer.file}.0123456789ab.part`;
  writeFileSync(part, "half");
  const { utimesSync } = await import("node:fs");
  utimesSync(part, 0, 0);
  const next = writerOf(site, writer.file);
  next.start();
  await vi.waitFor(() => expect(subjects()).toEqual(["feed one"]), SECOND_OR_SO);
  expect(readdirSync(join(writer.file, ".."))).toEqual([JOURNAL_NAME]);
});

test("processes that write at once leave the newest state, whole at every moment", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await writer.write();
  const writers = [writer, writerOf(site, writer.file), writerOf(site, writer.file)];
  let isOver = false;
  const reader = (async () => {
    for (let reads = 0; ; reads++) {
      subjects();
      if (isOver) return reads;
      await new Promise(setImmediate);
    }
  })();
  await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      await remove(site, `${index}`);
      await writers[index % writers.length]?.write();
    }),
  );
  isOver = true;
  expect(await reader).toBeGreaterThan(0);
  expect(subjects()).toHaveLength(30);
});

test("another process on the same database writes into the same folder, and neither loses what the other knows", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  const program = join(import.meta.dirname, "../../../../test/programs/journal-process.ts");
  const child = spawn(process.execPath, [program, "20"], {
    env: { ...process.env, ...databaseOf(site), BACKUP_DIR: site.config.backupDir },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  for (let index = 0; index < 20; index++) {
    await remove(site, `ours ${index}`);
    await writer.write();
  }
  expect((await ended)[0]).toBe(0);
  expect(subjects()).toHaveLength(40);
});

test("a journal that says what the database does not know is kept under another name", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "known");
  await writer.write();
  const other = await startSite({ env: { ...(await databaseEnvironment()), BACKUP_DIR: site.config.backupDir } });
  await writerOf(other, writer.file).write();
  const names = readdirSync(join(writer.file, ".."));
  expect(names).toHaveLength(2);
  const kept = names.find((name) => name !== JOURNAL_NAME) ?? "";
  expect(await subjectsIn(site, join(writer.file, "..", kept))).toEqual(["feed known"]);
  await expect(subjectsIn(other, writer.file)).resolves.toEqual([]);
  // The first site comes back: now the other's is kept too.
  await writerOf(site, writer.file).write();
  expect(subjects()).toEqual(["feed known"]);
  expect(readdirSync(join(writer.file, "..")).length).toBe(3);
});

test("rows leave once no kept backup needs them, and the journal says since when it is complete", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "old");
  site.clock.advance(100 * DAY_SECONDS);
  await remove(site, "new");
  await writer.write();
  expect(subjects()).toEqual(["feed new"]);
  const { heading } = readJournal(readFileSync(writer.file, "utf8"), await reading(site));
  expect(heading.since).toBe(new Date(site.clock.now().getTime() - 62 * DAY_SECONDS * 1000).toISOString());
});

test("a folder that cannot be written is an error once, and the file follows when it can", async () => {
  const errors: string[] = [];
  const { site, writer, subjects } = await siteWithWriter();
  const blocked = mkdtempSync(join(tmpdir(), "site-journal-"));
  onTestFinished(() => rmSync(blocked, { recursive: true, force: true }));
  // A file where the folder should be: also root cannot write there.
  const folder = join(blocked, "backups");
  writeFileSync(folder, "");
  const failing = writerOf(site, join(folder, JOURNAL_NAME), errors);
  failing.start();
  await vi.waitFor(() => expect(errors).toEqual(["the journal of removals could not be written"]), SECOND_OR_SO);
  await remove(site, "one");
  failing.wake();
  await vi.waitFor(async () => expect(await failing.write().catch(() => "no")).toBe("no"), SECOND_OR_SO);
  expect(errors).toHaveLength(1);
  rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  await failing.write();
  expect(await subjectsIn(site, failing.file)).toEqual(["feed one"]);
  await writer.write();
  expect(subjects()).toEqual(["feed one"]);
});

async function siteWithWriter() {
  const site = await startSite();
  const writer = writerOf(site, join(site.config.backupDir, JOURNAL_NAME));
  const key = await reading(site);
  const subjects = () => listed(readFileSync(writer.file, "utf8"), key);
  return { site, writer, subjects };
}

function writerOf({ database, clock }: TestSite, file: string, errors: string[] = []): JournalWriter {
  const log = { error: (_: unknown, text: string) => errors.push(text), warn: () => {}, info: () => {} };
  const options = { database, clock, backupDir: join(file, ".."), keepDays: 31, log: log as never };
  const writer = new JournalWriter(options);
  onTestFinished(() => writer.stop());
  return writer;
}

async function remove({ database, clock }: TestSite, subject: string): Promise<void> {
  await database.transaction((trx) => recordRemovals(trx, [{ kind: "feed", subject }], clock.now()));
}

async function reading({ database }: TestSite) {
  return { key: await findJournalKey(database.read), isKnown: (kind: string) => kind in REMOVALS };
}

async function subjectsIn(site: TestSite, file: string): Promise<string[]> {
  return listed(readFileSync(file, "utf8"), await reading(site));
}

function listed(text: string, key: Parameters<typeof readJournal>[1]): string[] {
  return readJournal(text, key).removals.map(({ kind, subject }) => `${kind} ${subject}`);
}
