// The file beside the backups: when it is written, and that nothing of it gets lost.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { JOURNAL_NAME } from "#delivery/removals/removal.ts";
import { addSignedIn } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { programFile } from "#test/programs/commands.ts";
import { fillUp, smallDisk } from "#test/programs/small-disk.ts";
import { databaseEnvironment, databaseOf, startSite, type TestSite } from "#test/server.ts";
import { type Journal, readJournal } from "./journal.ts";
import { withJournalLock } from "./journal-file.ts";
import { findJournalKey } from "./journal-key.ts";
import { JournalWriter } from "./journal-writer.ts";
import { recordRemovals } from "./record.ts";

const DAY_SECONDS = 24 * 60 * 60;
const SECOND_OR_SO = { timeout: 2_500, interval: 20 };
const ALONE = [JOURNAL_NAME, `${JOURNAL_NAME}.lock`];
const KILLS = isDrill ? 40 : 3;

test("a removal is in the file within a second or so, which only the site's user can read", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  writer.start();
  await vi.waitFor(async () => expect(await subjects()).toEqual([]), SECOND_OR_SO);
  const { call } = await addSignedIn(site);
  const { feed } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  await call("DELETE", `/api/bookings/calendar-feeds/${feed._id}`);
  await vi.waitFor(async () => expect(await subjects()).toEqual([`feed ${feed._id}`]), SECOND_OR_SO);
  expect(statSync(writer.file).mode & 0o777).toBe(0o600);
  expect(statSync(join(writer.file, "..")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(writer.file, ".."))).toEqual(ALONE);
});

test("a removal that was rolled back is in no journal", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  const failing = site.database.transaction(async (trx) => {
    await recordRemovals(trx, [{ kind: "feed", subject: "kept" }], site.clock.now());
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await writer.write();
  expect(await subjects()).toEqual([]);
});

test("removals are appended, and earlier lines but the last stay the same", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "one");
  await writer.write();
  const { ino } = statSync(writer.file);
  const before = linesOf(writer);
  await remove(site, "two");
  await remove(site, "three");
  site.clock.advance(60);
  await writer.write();
  expect(statSync(writer.file).ino).toBe(ino);
  const after = linesOf(writer);
  expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(after).toHaveLength(before.length + 2);
  expect(await subjects()).toEqual(["feed one", "feed three", "feed two"]);
  site.clock.advance(60);
  await writer.write();
  expect(linesOf(writer).slice(0, -1)).toEqual(after.slice(0, -1));
  expect(await readWhole(site, writer.file)).toMatchObject({ through: site.clock.now().toISOString() });
});

test("the next start writes what a killed process recorded, and deletes its leftovers", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "one");
  mkdirSync(join(writer.file, ".."));
  writeFileSync(`${writer.file}.part`, "half");
  const next = writerOf(site, writer.file);
  next.start();
  await vi.waitFor(async () => expect(await subjects()).toEqual(["feed one"]), SECOND_OR_SO);
  expect(readdirSync(join(writer.file, ".."))).toEqual(ALONE);
});

test("an append that ends at any byte leaves a journal that does not count, and the next write one that lacks nothing", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "one");
  await writer.write();
  const before = readFileSync(writer.file);
  site.clock.advance(60);
  await remove(site, "two");
  await writer.write();
  const after = readFileSync(writer.file);
  const start = before.lastIndexOf("\n", -2) + 1;
  for (let end = start + 1; end < after.length; end++) {
    const torn = Buffer.concat([after.subarray(0, end), before.subarray(end)]);
    // The first bytes of both ends may happen to be the same.
    if (torn.equals(before)) continue;
    await expect(readJournal(torn.toString(), await keyOf(site)), `${end}`).resolves.toEqual({ reason: "damaged" });
    if (end % 40 !== 0) continue;
    writeFileSync(writer.file, torn);
    await writer.write();
    expect(await subjects()).toEqual(["feed one", "feed two"]);
  }
});

test("a journal with a line left out, repeated, moved, or of another time or site does not count", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "one");
  site.clock.advance(60);
  await remove(site, "two");
  await writer.write();
  const earlier = linesOf(writer);
  site.clock.advance(60);
  await remove(site, "three");
  await writer.write();
  const lines = linesOf(writer);
  const other = await siteWithWriter();
  await other.writer.write();
  const positions = [...lines.keys()];
  const wrong = positions.flatMap((at) => [
    lines.toSpliced(at, 1),
    lines.slice(0, at),
    lines.toSpliced(at, 0, lines[at] ?? ""),
    ...positions.filter((to) => to !== at).map((to) => lines.toSpliced(at, 1).toSpliced(to, 0, lines[at] ?? "")),
    lines.with(at, linesOf(other.writer).at(-1) ?? ""),
  ]);
  wrong.push([...lines.slice(0, -1), earlier.at(-1) ?? ""], [...lines, lines.at(-1) ?? ""]);
  for (const some of wrong) {
    const text = some.map((line) => `${line}\n`).join("");
    await expect(readJournal(text, await keyOf(site)), text).resolves.toEqual({ reason: "damaged" });
  }
  await expect(readJournal(`${lines.join("\n")}\n`, await keyOf(other.site))).resolves.toEqual({ reason: "foreign" });
  expect(await subjects()).toHaveLength(3);
});

test("a journal that was changed in the middle is kept under another name, and its place taken by one that is whole", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "one");
  await remove(site, "two");
  await writer.write();
  const forged = readFileSync(writer.file, "utf8").replace("feed", "keys");
  writeFileSync(writer.file, forged);
  await writer.write();
  expect(await subjects()).toHaveLength(2);
  const kept = othersIn(writer);
  expect(kept.map((name) => readFileSync(join(writer.file, "..", name), "utf8"))).toEqual([forged]);
});

test("on a full disk the journal stays as it was, and goes on once there is room", async ({ skip }) => {
  const disk = smallDisk(1) ?? skip("this machine lets nobody mount a small disk");
  const { site } = await siteWithWriter();
  const writer = writerOf(site, join(disk, JOURNAL_NAME));
  await remove(site, "one");
  await writer.write();
  const before = readFileSync(writer.file);
  const filler = join(disk, "filler");
  fillUp(filler);
  for (let index = 0; index < 100; index++) await remove(site, `${index} ${"x".repeat(100)}`);
  await expect(writer.write()).rejects.toThrow("ENOSPC");
  expect(readFileSync(writer.file).equals(before)).toBe(true);
  rmSync(filler);
  await writer.write();
  expect(await subjectsIn(site, writer.file)).toHaveLength(101);
});

test("processes that write at once leave the newest state, whole whenever its lock is free", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await writer.write();
  const writers = [writer, writerOf(site, writer.file), writerOf(site, writer.file)];
  let isOver = false;
  const reader = (async () => {
    for (let reads = 0; ; reads++) {
      await withJournalLock(writer.file, subjects);
      if (isOver) return reads;
      await new Promise(setImmediate);
    }
  })();
  await Promise.all(
    writers.map(async (one, index) => {
      for (let round = 0; round < 10; round++) {
        await remove(site, `${round} `.repeat(index + 1));
        await one.write();
      }
    }),
  );
  isOver = true;
  expect(await reader).toBeGreaterThan(0);
  expect(await subjects()).toHaveLength(30);
  expect(othersIn(writer)).toEqual([]);
});

test("another process on the same database writes into the same folder, and neither loses what the other knows", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  const ended = once(appending(site, 20), "exit");
  for (let index = 0; index < 20; index++) {
    await remove(site, `ours ${index}`);
    await writer.write();
  }
  expect((await ended)[0]).toBe(0);
  expect(await subjects()).toHaveLength(40);
  expect(othersIn(writer)).toEqual([]);
});

test("processes that are killed while they write leave a journal to which the next write adds what it lacks", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  for (let kills = 0; kills < KILLS; kills++) {
    const child = appending(site, 1_000);
    const recorded = await count(site);
    await vi.waitFor(async () => expect(await count(site)).toBeGreaterThan(recorded + kills), { timeout: 20_000 });
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await writer.write();
    expect(await subjects()).toHaveLength(await count(site));
  }
});

test("a journal with entries unknown to the database is saved under another name", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "known");
  await writer.write();
  const other = await startSite({ env: { ...(await databaseEnvironment()), BACKUP_DIR: site.config.backupDir } });
  await writerOf(other, writer.file).write();
  const [kept = "", ...more] = othersIn(writer);
  expect(more).toEqual([]);
  expect(await subjectsIn(site, join(writer.file, "..", kept))).toEqual(["feed known"]);
  await expect(subjectsIn(other, writer.file)).resolves.toEqual([]);
  // The first site comes back: now the other's is kept too.
  await writerOf(site, writer.file).write();
  expect(await subjects()).toEqual(["feed known"]);
  expect(othersIn(writer)).toHaveLength(2);
});

test("rows are deleted once no backup needs them, and the journal says since when it is complete", async () => {
  const { site, writer, subjects } = await siteWithWriter();
  await remove(site, "old");
  site.clock.advance(100 * DAY_SECONDS);
  await remove(site, "new");
  await writer.write();
  expect(await subjects()).toEqual(["feed new"]);
  // 62 days before, at midnight.
  expect(await readWhole(site, writer.file)).toMatchObject({ since: "2026-12-28T00:00:00.000Z" });
  site.clock.advance(60);
  await remove(site, "newer");
  await writer.write();
  expect(await subjects()).toEqual(["feed new", "feed newer"]);
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
  await vi.waitFor(async () => expect(await failing.write().catch(() => "no")).toBe("no"), SECOND_OR_SO);
  expect(errors).toHaveLength(1);
  rmSync(folder);
  mkdirSync(folder);
  chmodSync(folder, 0o700);
  await failing.write();
  expect(await subjectsIn(site, failing.file)).toEqual(["feed one"]);
  await writer.write();
  expect(await subjects()).toEqual(["feed one"]);
});

async function siteWithWriter() {
  const site = await startSite();
  const writer = writerOf(site, join(site.config.backupDir, JOURNAL_NAME));
  return { site, writer, subjects: () => subjectsIn(site, writer.file) };
}

function writerOf({ database, clock }: TestSite, file: string, errors: string[] = []): JournalWriter {
  const log = { error: (_: unknown, text: string) => errors.push(text), warn: () => {}, info: () => {} };
  const options = { database, clock, backupDir: join(file, ".."), keepDays: 31, log: log as never };
  const writer = new JournalWriter(options);
  onTestFinished(() => writer.stop());
  return writer;
}

/** Another process, which records so many and writes after each. */
function appending(site: TestSite, removals: number): ChildProcess {
  const child = spawn(process.execPath, [programFile("journal-process"), `${removals}`], {
    env: { ...process.env, ...databaseOf(site), BACKUP_DIR: site.config.backupDir },
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function remove({ database, clock }: TestSite, subject: string): Promise<void> {
  await database.transaction((trx) => recordRemovals(trx, [{ kind: "feed", subject }], clock.now()));
}

async function count({ database }: TestSite): Promise<number> {
  return (await database.read.selectFrom("removals").select("id").execute()).length;
}

function keyOf({ database }: TestSite) {
  return findJournalKey(database.read);
}

async function readWhole(site: TestSite, file: string): Promise<Journal> {
  const journal = await readJournal(readFileSync(file, "utf8"), await keyOf(site));
  if ("reason" in journal) throw new Error(journal.reason);
  return journal;
}

/** Sorted: those of one instant are listed by their random ids. */
async function subjectsIn(site: TestSite, file: string): Promise<string[]> {
  const { removals } = await readWhole(site, file);
  return removals.map(({ kind, subject }) => `${kind} ${subject}`).sort();
}

function linesOf({ file }: JournalWriter): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

function othersIn({ file }: JournalWriter): string[] {
  return readdirSync(join(file, "..")).filter((name) => !ALONE.includes(name));
}
