import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { createSite } from "#app/server.ts";
import { drill } from "#test/drill.ts";
import { startProcess } from "#test/programs/processes.ts";
import { databaseOf, sentMails, startSite, startSiteWithMail, type TestSite } from "#test/server.ts";
import { addBackupRun, readFinding } from "#test/system/findings.ts";
import { addFigures, hourOf } from "./store.ts";

/** Starts processes. */
const SLOW = { timeout: 60_000 };
const LOOK_SECONDS = 5 * 60;
const OWNER = { ALERT_EMAIL: "owner@example.com", PUBLIC_URL: "https://localhost:1" };

async function looks(site: TestSite, times: number, watch = site.site.system): Promise<void> {
  for (let time = 0; time < times; time++) {
    await watch.checkAlarms();
    site.clock.advance(LOOK_SECONDS);
  }
}

test("a trouble is mailed once to the address for alarms, and once more when it is over", async () => {
  const sites = await startSiteWithMail({ env: OWNER });
  const { site } = sites;
  await addBackupRun(site, "2026-11-20T14:00:00.000Z", { outcome: "failed", problem: "The folder cannot be written" });
  await looks(site, 1);
  expect(await sentMails(sites)).toEqual([]);
  await looks(site, 4);
  const [begun, ...more] = await sentMails(sites);
  expect(more).toEqual([]);
  expect(begun).toMatchObject({ to: "owner@example.com", subject: "Alarm: The nightly backup was not made" });
  for (const part of [
    "The folder cannot be written.",
    "Correct what it names",
    "Since",
    "Nov 20, 2026, 9:00 AM",
    "https://localhost:1/admin/system",
    "ALERT_EMAIL",
  ])
    expect(begun?.text).toContain(part);

  await addBackupRun(site, site.clock.now().toISOString());
  await looks(site, 6);
  expect(await sentMails(sites)).toEqual([]);
  await looks(site, 4);
  const over = await sentMails(sites);
  expect(over).toMatchObject([{ to: "owner@example.com", subject: "Over: the nightly backup was not made" }]);
  expect(over[0]?.text).toContain("Backups are made again");
  expect(over[0]?.text).toContain("There is nothing to do.");
  await looks(site, 10);
  expect(await sentMails(sites)).toEqual([]);
});

test("without an address for alarms they go where notices go", async () => {
  const sites = await startSiteWithMail({ env: { STAFF_EMAIL: "team@example.com" } });
  await addBackupRun(sites.site, "2026-11-20T14:00:00.000Z", {
    proof_outcome: "failed",
    proof_problem: "Counts differ",
  });
  await looks(sites.site, 3);
  const [mail] = await sentMails(sites);
  expect(mail).toMatchObject({ subject: "Alarm: A backup could not be restored" });
  expect(mail?.to).not.toBe("owner@example.com");
});

drill("trouble between two checks, or interrupted for less than half an hour, is not mailed again", async () => {
  const sites = await startSiteWithMail({ env: OWNER });
  const { site } = sites;
  const fail = (minute: string) => addBackupRun(site, minute, { outcome: "failed", problem: "No room" });
  await fail("2026-11-20T14:00:00.000Z");
  await looks(site, 1);
  await addBackupRun(site, "2026-11-20T14:01:00.000Z");
  await looks(site, 20);
  expect(await sentMails(sites)).toEqual([]);

  for (const minute of ["02", "04", "06"]) {
    await fail(`2026-11-20T14:${minute}:00.000Z`);
    await looks(site, 3);
    await addBackupRun(site, `2026-11-20T14:${minute}:30.000Z`);
    await looks(site, 4);
  }
  expect(await sentMails(sites)).toHaveLength(1);
});

test("two processes that check at the same moment mail once", async () => {
  const sites = await startSiteWithMail({ env: OWNER });
  const { site } = sites;
  const other = await createSite(site, () => false);
  const both = async () => {
    await Promise.all([site.site.system.checkAlarms(), other.system.checkAlarms(), other.system.checkAlarms()]);
    site.clock.advance(LOOK_SECONDS);
  };
  await addBackupRun(site, "2026-11-20T14:00:00.000Z", { copy_outcome: "withheld" });
  for (let time = 0; time < 4; time++) await both();
  expect(await sentMails(sites)).toMatchObject([{ subject: "Alarm: A backup was not copied off the machine" }]);
  await addBackupRun(site, site.clock.now().toISOString());
  for (let time = 0; time < 9; time++) await both();
  expect(await sentMails(sites)).toMatchObject([{ subject: "Over: a backup was not copied off the machine" }]);
  await other.app.close();
});

test("many failed calls are an alarm, which ends when calls are answered again", async () => {
  const sites = await startSiteWithMail({ env: OWNER });
  const { site } = sites;
  const figure = { kind: "call" as const, name: "POST /api/bookings", count: 40, errors: 20, total_ms: 1, max_ms: 1 };
  await site.database.transaction((trx) => addFigures(trx, [{ hour: hourOf(site.clock.now()), ...figure }]));
  await looks(site, 3);
  expect(await sentMails(sites)).toMatchObject([{ subject: "Alarm: Many calls of the site fail" }]);
  site.clock.advance(2 * 3600);
  await looks(site, 8);
  expect(await sentMails(sites)).toMatchObject([{ subject: "Over: many calls of the site fail" }]);
});

test("e-mail that is stuck is reported in the log, because no e-mail could report it", async () => {
  const site = await startSite({ env: { ...OWNER, SMTP_URL: "smtp://127.0.0.1:9" } });
  const error = vi.spyOn(site.app.log, "error").mockImplementation(() => {});
  const queued = { kind: "test", urgency: 0, state: "waiting", due_at: "2026-11-20T10:00:00.000Z" } as const;
  const rows = Array.from({ length: 6 }, (_, number) => ({
    ...WAITING,
    ...queued,
    id: `m${number}`,
    record_id: `r${number}`,
  }));
  await site.database.transaction((trx) => trx.insertInto("mails").values(rows).execute());
  await looks(site, 3);
  expect(error).toHaveBeenCalledOnce();
  expect(error.mock.calls[0]).toMatchObject([{ alarm: "mail" }, "trouble with the site"]);
  const { count } = await site.database.read
    .selectFrom("mails")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("kind", "=", "system-alarm")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  error.mockRestore();
});

test("a process that ended without being stopped is reported by the others once, and once more a day later", async () => {
  const sites = await startSiteWithMail({ env: OWNER });
  const { site } = sites;
  const other = await startSite({ env: databaseOf(site) });
  await other.site.system.tick();
  await minutes(site, 5);
  expect(await readFinding(site, "processes")).toMatchObject({ state: "ok", found: "2 processes run." });
  expect(await readFinding(site, "crash")).toMatchObject({ state: "ok" });
  // Its lock is free, and it has left no mark.
  await other.database.presence.close();
  await minutes(site, 20);
  expect(await readFinding(site, "processes")).toMatchObject({ state: "ok", found: "1 process runs." });
  expect(await readFinding(site, "crash")).toMatchObject({ state: "trouble", found: /A process of the site ended/ });
  expect(await sentMails(sites)).toMatchObject([{ subject: "Alarm: The site ended without being stopped" }]);
  site.clock.advance(24 * 3600);
  await minutes(site, 50);
  expect(await sentMails(sites)).toMatchObject([{ subject: "Over: the site ended without being stopped" }]);
});

test("a process that is killed counts as a crash, and one that is stopped or paused does not", SLOW, async () => {
  const site = await startSite({ now: new Date().toISOString() });
  await site.site.system.tick();
  const startOther = async () => {
    const other = await startProcess(databaseOf(site));
    const isKnown = async () =>
      expect(await readFinding(site, "processes")).toMatchObject({ found: "2 processes run." });
    await vi.waitFor(isKnown, 10_000);
    return other;
  };
  const stopped = await startOther();
  await stopped.end("SIGTERM");
  await minutes(site, 3);
  expect(await readFinding(site, "processes")).toMatchObject({ state: "ok", found: "1 process runs." });
  expect(await readFinding(site, "crash")).toMatchObject({ state: "ok" });
  const killed = await startOther();
  killed.process.kill("SIGSTOP");
  await minutes(site, 3);
  expect(await readFinding(site, "processes")).toMatchObject({ state: "ok", found: "2 processes run." });
  expect(await readFinding(site, "crash")).toMatchObject({ state: "ok" });
  await killed.end("SIGKILL");
  const isNoticed = async () => {
    await minutes(site, 1);
    expect(await readFinding(site, "crash")).toMatchObject({ state: "trouble" });
  };
  await vi.waitFor(isNoticed, 10_000);
});

test.runIf(process.env.TEST_ENGINE === "postgres")(
  "a process whose session the database ends runs on, and is no crash",
  async () => {
    const site = await startSite();
    const other = await startSite({ env: databaseOf(site) });
    await other.site.system.tick();
    await minutes(site, 1);
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(site.database.read);
    await minutes(site, 1);
    const isBack = async () =>
      expect(await readFinding(site, "processes")).toMatchObject({ state: "ok", found: "2 processes run." });
    await vi.waitFor(isBack, 10_000);
    await minutes(site, 3);
    expect(await readFinding(site, "crash")).toMatchObject({ state: "ok" });
  },
);

async function minutes(site: TestSite, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await site.site.system.tick();
    site.clock.advance(60);
  }
}

const WAITING = {
  detail: "",
  queued_at: "2026-11-20T10:00:00.000Z",
  next_try_at: "2026-11-20T10:00:00.000Z",
  tries: 0,
  first_tried_at: null,
  claim: null,
  claimed_until: null,
  recipient: null,
  mailbox_key: null,
  transport: null,
  settled_at: null,
  last_error: null,
};
