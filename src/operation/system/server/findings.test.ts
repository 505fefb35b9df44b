import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { newId } from "#platform/server/ids.ts";
import { siteBuild, siteVersion } from "#platform/server/version.ts";
import { addSignedIn } from "#test/accounts.ts";
import { smallDisk } from "#test/programs/small-disk.ts";
import { refuseInserts } from "#test/refused-writes.ts";
import { bookMeeting, freeSlots } from "#test/requests.ts";
import { addPasskey } from "#test/second-factor/accounts.ts";
import { databaseOf, FRIDAY_MORNING, startSite, type TestSite } from "#test/server.ts";
import { addBackupRun, readFinding, readSystem } from "#test/system/findings.ts";
import { addFigures, addReading } from "./store.ts";

const SECRET = "a-secret-that-no-page-may-ever-show-0123456789";
const SETTINGS = {
  AUTH_SECRET: SECRET,
  SMTP_URL: "smtp://mailuser:mailpassword@127.0.0.1:9",
  BACKUP_PASSPHRASE: "correct horse battery staple",
  BACKUP_COMMAND: "rclone copyto {file} offsite:{name} --password=hidden",
};

test("passkeys that were made for another host are counted", async () => {
  const site = await startSite({ env: { PUBLIC_URL: "https://homes.example.com" } });
  expect(await readFinding(site, "passkeys")).toMatchObject({ state: "ok" });
  await addPasskey(site, await addSignedIn(site, { email: "keys@example.com" }));
  expect(await readFinding(site, "passkeys")).toMatchObject({ state: "ok" });
  await site.database.transaction((trx) => trx.updateTable("passkeys").set({ rp_id: "old.example.com" }).execute());
  const finding = await readFinding(site, "passkeys");
  expect(finding).toMatchObject({
    state: "warning",
    found: expect.stringContaining("One passkey was made for another"),
  });
});

test("each subject has one finding, every finding says what to do where it is not fine, and none says a secret", async () => {
  const site = await startSite({ env: SETTINGS });
  await site.site.system.tick();
  const answer = await readSystem(site);
  expect(answer.version).toMatch(/^\d+\.\d+\.\d+/);
  const ids = answer.findings.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining([
      ...["version", "database", "processes", "crash", "backup-made", "backup-proof", "backup-copy"],
      ...["backup-encryption", "public-url", "proxies", "certificate", "mail", "mail-spf", "mail-dkim"],
      ...["mail-dmarc", "webhooks", "disk-data", "secret", "modes", "errors", "loop-delay"],
    ]),
  );
  for (const { id, state, found, toDo } of answer.findings) {
    expect(found, id).toMatch(/\.$/);
    if (state === "warning" || state === "trouble") expect(toDo, id).toBeTruthy();
    if (state === "ok") expect(toDo, id).toBeNull();
  }
  for (const secret of [SECRET, "mailpassword", "mailuser", "correct horse", "hidden", site.config.databaseUrl])
    if (secret) expect(JSON.stringify(answer)).not.toContain(secret);
});

test("a database that a newer version has changed is trouble, and a migration that waits is a warning", async () => {
  const site = await startSite();
  expect(await readFinding(site, "version")).toMatchObject({ state: "ok" });
  const write = (query: ReturnType<typeof sql>) => site.database.transaction((trx) => query.execute(trx));
  await write(sql`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '2030-01-01')`);
  expect(await readFinding(site, "version")).toMatchObject({ state: "trouble", found: /9999-from-tomorrow/ });
  await write(sql`delete from kysely_migration where name = '9999-from-tomorrow'`);
  await write(sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`);
  expect(await readFinding(site, "database")).toMatchObject({ state: "warning", found: /1 migration .* waits/ });
});

test("backups: a young site waits, and later two days without a good one are trouble", async () => {
  const site = await startSite({ env: { BACKUP_PASSPHRASE: SETTINGS.BACKUP_PASSPHRASE } });
  await madeTables(site, FRIDAY_MORNING);
  expect(await readFinding(site, "backup-made")).toMatchObject({ state: "ok", found: /made at 03:00/ });
  expect(await readFinding(site, "backup-proof")).toMatchObject({ state: "ok" });
  site.clock.advance(49 * 3600);
  expect(await readFinding(site, "backup-made")).toMatchObject({ state: "trouble", found: /48 hours/ });
  expect(await readFinding(site, "backup-proof")).toMatchObject({ state: "trouble" });
  await addBackupRun(site, site.clock.now().toISOString());
  for (const id of ["backup-made", "backup-proof", "backup-encryption"])
    expect(await readFinding(site, id)).toMatchObject({ state: "ok" });
  expect(await readFinding(site, "backup-copy")).toMatchObject({ state: "ok" });
  await addBackupRun(site, site.clock.now().toISOString().replace(".000Z", ".001Z"), { copy_outcome: "not set" });
  expect(await readFinding(site, "backup-copy")).toMatchObject({ state: "warning", isQuiet: true });
  site.clock.advance(49 * 3600);
  expect(await readFinding(site, "backup-made")).toMatchObject({ state: "trouble" });
});

test("a public key with a wrong character is trouble before the first night", async () => {
  const key = "age1qqqpz6f4hu6r9zcps2dpd6e6ntu3q0p8ud0xw9ae2ewu4e7gnfmq0n8dj4";
  const site = await startSite({ env: { BACKUP_RECIPIENT: key } });
  expect(await readFinding(site, "backup-encryption")).toMatchObject({ state: "trouble", toDo: /age-keygen/ });
});

test("backups: a failure of the last run is trouble and reported with its reason", async () => {
  const site = await startSite();
  const at = (minute: number) => `2026-11-20T14:0${minute}:00.000Z`;
  await addBackupRun(site, at(1), { outcome: "failed", problem: "The disk is full" });
  expect(await readFinding(site, "backup-made")).toMatchObject({ state: "trouble", found: /The disk is full\./ });
  await addBackupRun(site, at(2), { outcome: "skipped", problem: "There is too little room" });
  expect(await readFinding(site, "backup-made")).toMatchObject({ state: "trouble", found: /skipped: There is too/ });
  await addBackupRun(site, at(3), { proof_outcome: "failed", proof_problem: "Two counts differ" });
  expect(await readFinding(site, "backup-proof")).toMatchObject({ state: "trouble", found: /Two counts differ\./ });
  await addBackupRun(site, at(4), { copy_outcome: "withheld", proof_outcome: "skipped", proof_problem: "No room" });
  expect(await readFinding(site, "backup-copy")).toMatchObject({ state: "trouble", found: /only encrypted files/ });
  expect(await readFinding(site, "backup-proof")).toMatchObject({ state: "trouble", found: /No room\./ });
  await addBackupRun(site, at(5), { copy_outcome: "failed", copy_problem: "The program ended with 3" });
  expect(await readFinding(site, "backup-copy")).toMatchObject({ state: "trouble", found: /ended with 3\./ });
  expect(await readFinding(site, "backup-encryption")).toMatchObject({ state: "warning", isQuiet: true });
});

test("disk: a full one is trouble, and the growth of the last weeks names the day it is full", async ({ skip }) => {
  const disk = smallDisk(900) ?? skip("this machine does not permit mounting");
  const site = await startSite({ env: { BACKUP_DIR: disk } });
  const reading = { place: "backups", machine: machineOf(site) };
  const keep = (day: string, free_bytes: number) =>
    site.database.transaction((trx) => addReading(trx, { ...reading, day, free_bytes }));
  expect(await readFinding(site, "disk-backups")).toMatchObject({ state: "ok", found: /known after three days/ });
  await keep("2026-11-06", 943_718_400 + 700e6);
  expect(await readFinding(site, "disk-backups")).toMatchObject({
    state: "warning",
    found: /350 MB more are used each week: full on Dec 8, 2026/,
  });
  writeFileSync(join(disk, "backup"), Buffer.alloc(760e6));
  expect(await readFinding(site, "disk-backups")).toMatchObject({ state: "trouble", toDo: /Make room/ });
});

test("files that other users can read are trouble while their folder is open to them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "modes-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const site = await startSite({ env: { BACKUP_DIR: folder } });
  mkdirSync(join(folder, "older"));
  writeFileSync(join(folder, "older", "monday.backup"), "", { mode: 0o644 });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "older"), 0o755);
  expect(await readFinding(site, "modes")).toMatchObject({ state: "trouble", found: /monday\.backup/, toDo: /chmod/ });
  chmodSync(folder, 0o700);
  expect(await readFinding(site, "modes")).toMatchObject({ state: "ok" });
});

test("the figures of two processes add up to the error rate of the day", async () => {
  const site = await startSite();
  await bookMeeting(site);
  await site.app.inject("/api/bookings/available-days");
  await site.site.system.tick();
  expect(await readFinding(site, "errors")).toMatchObject({ state: "ok", found: /^0 calls of 2 failed/ });
  const figure = { kind: "call" as const, name: "GET /api/slow", count: 50, errors: 6, total_ms: 0, max_ms: 0 };
  const add = (hour: string) => site.database.transaction((trx) => addFigures(trx, [{ hour, ...figure }]));
  await add("2026-11-20T10");
  expect(await readFinding(site, "errors")).toMatchObject({
    state: "ok",
    found: /6 calls of 52 .*12%.*GET \/api\/slow/,
  });
  await Promise.all([add("2026-11-20T15"), add("2026-11-20T15")]);
  expect(await readFinding(site, "errors")).toMatchObject({
    state: "trouble",
    found: /12 calls of 10\d failed in the last two/,
  });
  site.clock.advance(2 * 24 * 3600);
  expect(await readFinding(site, "errors")).toMatchObject({ state: "ok" });
});

test("a process that is short of processor time is a warning", async () => {
  const site = await startSite();
  expect(await readFinding(site, "loop-delay")).toMatchObject({ state: "ok", found: /^Nothing was measured/ });
  const minutes = { kind: "loop" as const, name: "p99", count: 10, errors: 0 };
  const add = (total_ms: number, max_ms: number) =>
    site.database.transaction((trx) => addFigures(trx, [{ hour: "2026-11-20T10", ...minutes, total_ms, max_ms }]));
  await add(100, 40);
  expect(await readFinding(site, "loop-delay")).toMatchObject({ state: "ok", found: /10 ms on average, and 40 ms/ });
  await add(9_000, 2_500);
  expect(await readFinding(site, "loop-delay")).toMatchObject({
    state: "warning",
    found: /455 ms on average, and 2\.5 s/,
    toDo: /second process on PostgreSQL/,
  });
});

test("figures that cannot be written wait for the next minute, and count once", async () => {
  const site = await startSite();
  await site.app.inject("/api/closures");
  const allow = await refuseInserts(site, "system_figures", "1 = 1");
  await site.site.system.tick();
  await site.app.inject("/api/closures");
  await site.site.system.tick();
  await allow();
  await site.site.system.tick();
  await site.site.system.tick();
  const rows = await site.database.read.selectFrom("system_figures").selectAll().where("kind", "=", "call").execute();
  expect(rows).toMatchObject([{ hour: "2026-11-20T15", name: "GET /api/closures", count: 2, errors: 0 }]);
});

test("housekeeping deletes old figures, readings and ends, and no process that still runs", async () => {
  const site = await startSite();
  const other = await startSite({ env: databaseOf(site) });
  await site.app.inject("/api/closures");
  await other.site.system.tick();
  await other.database.presence.close();
  for (let minute = 0; minute < 2; minute++) await site.site.system.tick();
  const count = async () => {
    const counts = (["system_figures", "disk_readings", "system_processes"] as const).map(async (table) =>
      Number(
        (
          await site.database.read
            .selectFrom(table)
            .select((is) => is.fn.countAll().as("count"))
            .executeTakeFirst()
        )?.count,
      ),
    );
    return Promise.all(counts);
  };
  await site.site.housekeeping.tidy();
  expect(await count()).toEqual([expect.any(Number), expect.any(Number), 2]);
  site.clock.advance(61 * 24 * 3600);
  await site.site.housekeeping.tidy();
  expect(await count()).toEqual([0, 0, 1]);
  expect(await readFinding(site, "processes")).toMatchObject({ found: "1 process runs." });
});

test("two builds of one version that run at once are told apart", async () => {
  const site = await startSite();
  const other = await startSite({ env: databaseOf(site) });
  await site.site.system.tick();
  await other.site.system.tick();
  expect(await readFinding(site, "processes")).toMatchObject({ state: "ok" });
  const older = `${siteVersion()} (0123456789ab)`;
  const id = await other.database.presence.acquire();
  await site.database.transaction((trx) =>
    trx.updateTable("system_processes").set({ version: older }).where("id", "=", id).execute(),
  );
  const { state, found } = await readFinding(site, "processes");
  expect(state).toBe("warning");
  expect(found).toContain(older);
  expect(found).toContain(siteBuild());
});

test("failing mail and webhooks are reported", async () => {
  const site = await startSite();
  expect(await readFinding(site, "mail")).toMatchObject({ state: "ok" });
  expect(await readFinding(site, "webhooks")).toMatchObject({ state: "ok", found: "There are none." });
  for (const { date, time } of await freeSlots(site, 3))
    await bookMeeting(site, { meetingDate: date, meetingTime: time });
  site.clock.advance(3600);
  expect(await readFinding(site, "mail")).toMatchObject({ state: "trouble", found: /\d+ e-mails are late/ });
  const { call } = await addSignedIn(site);
  const form = { name: "The CRM", url: "https://crm.example.com/hook?token=hidden", events: ["booking.created"] };
  const endpoint = (await call("POST", "/api/webhooks/endpoints", form)).json().endpoint;
  await site.database.transaction(async (trx) => {
    await trx.insertInto("webhook_deliveries").values(failedDelivery(endpoint._id, site)).execute();
  });
  const finding = await readFinding(site, "webhooks");
  expect(finding).toMatchObject({ state: "warning", found: "Calls of the last day failed at The CRM." });
});

function failedDelivery(endpointId: string, { clock }: TestSite) {
  const at = clock.now().toISOString();
  return {
    ...{ id: `msg_${newId()}`, endpoint_id: endpointId, type: "booking.created", record_id: null, body: "{}" },
    ...{ state: "failed" as const, queued_at: at, next_try_at: at, tries: 20, first_tried_at: at, claim: null },
    ...{ claimed_until: null, settled_at: at, last_error: "503", status: 503, response: null },
  };
}

function machineOf({ database }: TestSite): string {
  return database.engine === "sqlite" ? "" : hostname();
}

/** When the site got the tables of this module. */
async function madeTables({ database }: TestSite, at: string): Promise<void> {
  await database.transaction((trx) =>
    sql`update kysely_migration set timestamp = ${at} where name = '0006-operation'`.execute(trx),
  );
}
