import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { EVENT_TYPES } from "#delivery/webhooks/webhook.ts";
import { type Database, openDatabase } from "#platform/server/database/database.ts";
import { addSignedIn } from "#test/accounts.ts";
import { aboveDatabase, drill, isDrill } from "#test/drill.ts";
import { header, parseMime } from "#test/mime.ts";
import { startPostgres } from "#test/programs/postgres.ts";
import { spawnWorker, startProcess } from "#test/programs/processes.ts";
import { bookMany, freeSlots } from "#test/programs/requests.ts";
import { startReceiver } from "#test/receiver.ts";
import { bookMeeting } from "#test/requests.ts";
import { databaseEnvironment, startMailServer, startSiteWithMail, type TestSite } from "#test/server.ts";
import type { TestSmtp } from "#test/smtp.ts";
import { withdrawMail } from "./store.ts";

const PAST_THE_LEASE = 5 * 60;
const RELEASED_WITHIN_MS = 10_000;
const isPostgres = process.env.TEST_ENGINE === "postgres";
const ROUNDS = isDrill ? 20 : 1;

const start = () => startSiteWithMail({ env: { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on" } });

async function bookWithoutReminders(site: TestSite): Promise<void> {
  const { id } = await bookMeeting(site);
  await site.database.transaction((trx) =>
    withdrawMail(trx, id, ["booking-overdue", "booking-reminder"], site.clock.now()),
  );
}

/** Another process that has sent two messages and waits for the mail server's answer. */
async function workerAtWork(site: TestSite, smtp: TestSmtp): Promise<ChildProcess> {
  await bookWithoutReminders(site);
  smtp.mode = "answer later";
  const worker = spawnWorker(site, { SMTP_URL: smtp.url });
  await smtp.received(2);
  smtp.mode = "accept";
  return worker;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

function messageIds({ mails }: TestSmtp): string[] {
  return mails.map(({ raw }) => header(parseMime(raw), "message-id"));
}

function expectEachOnce(smtp: TestSmtp, count: number): void {
  expect(smtp.mails).toHaveLength(count);
  expect(new Set(messageIds(smtp)).size).toBe(count);
}

async function look(environment: Record<string, string>): Promise<Database> {
  const { DATA_DIR: dataDir = "", DATABASE_URL: databaseUrl } = environment;
  const database = await openDatabase({ dataDir, databaseUrl, onConnectionError: () => {} });
  onTestFinished(() => database.close());
  return database;
}

async function countClaimed(database: Database): Promise<number> {
  const claimed = database.read.selectFrom("mails").select("id").where("claim", "is not", null);
  return (await claimed.execute()).length;
}

test("after kill -9 the next start sends what was claimed and not yet handed over, within ten seconds, each once", async () => {
  const environment = await databaseEnvironment();
  const smtp = await startMailServer();
  smtp.mode = "silence";
  const settings = { ...environment, SMTP_URL: smtp.url };
  const doomed = await startProcess(settings);
  await bookMany(doomed, await freeSlots(doomed, 3));
  const database = await look(environment);
  await vi.waitFor(async () => expect(await countClaimed(database)).toBe(5), 10_000);
  await doomed.end("SIGKILL");
  smtp.mode = "accept";
  await startProcess(settings);
  const startedAt = performance.now();
  await smtp.received(6);
  expect(performance.now() - startedAt).toBeLessThan(RELEASED_WITHIN_MS);
  expectEachOnce(smtp, 6);
});

test("a running process takes over the claims of a killed one within ten seconds", async () => {
  const environment = await databaseEnvironment();
  const smtp = await startMailServer();
  const settings = { ...environment, SMTP_URL: smtp.url };
  const [doomed, other] = [await startProcess(settings), await startProcess(settings)];
  const [first, second] = (await freeSlots(other, 2)).map((slot) => [slot]);
  const database = await look(environment);
  smtp.mode = "silence";
  await bookMany(doomed, first ?? []);
  await vi.waitFor(() => expect(smtp.connections).toBe(2), 10_000);
  smtp.mode = "accept";
  await bookMany(other, second ?? []);
  await smtp.received(2);
  // Only those that the process killed next has claimed.
  await vi.waitFor(async () => expect(await countClaimed(database)).toBe(2));
  await doomed.end("SIGKILL");
  const killedAt = performance.now();
  await smtp.received(4);
  expect(performance.now() - killedAt).toBeLessThan(RELEASED_WITHIN_MS);
  expectEachOnce(smtp, 4);
  if (isPostgres) return;
  const folder = join(environment.DATA_DIR ?? "", "workers");
  const [file = "", ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  await other.end("SIGTERM");
  expect(readdirSync(folder)).toEqual([]);
});

aboveDatabase(
  "a mail that a killed process sent without an answer is repeated once, with the same Message-ID",
  async () => {
    const { site, smtp } = await start();
    await end(await workerAtWork(site, smtp), "SIGKILL");
    site.site.mail.start();
    await smtp.received(4);
    await site.site.mail.sendDue();
    expect(smtp.mails).toHaveLength(4);
    expect(new Set(messageIds(smtp)).size).toBe(2);
  },
);

aboveDatabase(
  "a process that is paused past its lease keeps its claims, and what it was sending goes out once",
  async () => {
    const { site, smtp } = await start();
    const paused = await workerAtWork(site, smtp);
    paused.kill("SIGSTOP");
    site.clock.advance(PAST_THE_LEASE);
    for (let looks = 0; looks < 3; looks++) await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
    smtp.answer();
    paused.kill("SIGCONT");
    await end(paused, "SIGTERM");
    site.clock.advance(PAST_THE_LEASE);
    await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
  },
);

aboveDatabase(
  "a process that is stopping keeps its claims while the next one is up, and what it was sending goes out once",
  async () => {
    const { site, smtp } = await start();
    const stopping = await workerAtWork(site, smtp);
    stopping.kill("SIGTERM");
    site.clock.advance(PAST_THE_LEASE);
    for (let looks = 0; looks < 3; looks++) await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
    smtp.answer();
    await once(stopping, "exit");
    site.clock.advance(PAST_THE_LEASE);
    await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
  },
);

test.runIf(isPostgres)(
  "a process whose connections end holds its lock again before it is believed to be gone",
  async () => {
    const { site, smtp } = await start();
    const cut = await workerAtWork(site, smtp);
    const sessions = async () => (await holders(site)).map(({ pid }) => pid);
    const [before] = await sessions();
    await sql`select pg_terminate_backend(${before}::int)`.execute(site.database.read);
    site.clock.advance(PAST_THE_LEASE);
    await vi.waitFor(async () => {
      await site.site.mail.sendDue();
      expect(await sessions()).not.toEqual([]);
      expect(await sessions()).not.toContain(before);
    }, 4_000);
    await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
    smtp.answer();
    await end(cut, "SIGTERM");
    await site.site.mail.sendDue();
    expectEachOnce(smtp, 2);
  },
);

test.runIf(isPostgres && isDrill)(
  "a PostgreSQL that is restarted while mail is on its way makes nobody send it twice",
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const environment = { ...(await databaseEnvironment()), DATABASE_URL: server.url("postgres") };
    const smtp = await startMailServer();
    smtp.mode = "answer later";
    const settings = { ...environment, SMTP_URL: smtp.url };
    const [sender, other] = [await startProcess(settings), await startProcess(settings)];
    const [first, second] = (await freeSlots(sender, 2)).map((slot) => [slot]);
    await bookMany(sender, first ?? []);
    await smtp.received(2);
    smtp.mode = "accept";
    await server.halt();
    await server.resume();
    const resumedAt = performance.now();
    await vi.waitFor(async () => expect(await bookMany(other, second ?? [])).toHaveLength(1), 10_000);
    await smtp.received(4);
    // Longer than a free lock needs to prove that its process is gone.
    await vi.waitFor(() => expect(performance.now() - resumedAt).toBeGreaterThan(RELEASED_WITHIN_MS), 15_000);
    smtp.answer();
    const database = await look(environment);
    await vi.waitFor(async () => expect(await countClaimed(database)).toBe(0), 5_000);
    expectEachOnce(smtp, 4);
  },
);

aboveDatabase("claims of another version of the site wait for the end of their lease", async () => {
  const { site, smtp } = await start();
  await bookWithoutReminders(site);
  const until = new Date(site.clock.now().getTime() + 240_000).toISOString();
  await site.database.transaction((trx) =>
    trx.updateTable("mails").set({ claim: "0123456789abcdefghjkmnpqrs", claimed_until: until }).execute(),
  );
  await site.site.mail.sendDue();
  site.clock.advance(239);
  await site.site.mail.sendDue();
  expect(smtp.mails).toEqual([]);
  site.clock.advance(1);
  await site.site.mail.sendDue();
  expectEachOnce(smtp, 2);
});

aboveDatabase(
  "a webhook that a killed process was delivering is delivered by the next one, under the same id",
  async () => {
    const { site } = await start();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    receiver.answer = () => {};
    const admin = await addSignedIn(site);
    const form = { name: "The CRM", url: receiver.url, events: EVENT_TYPES };
    const { endpoint } = (await admin.call("POST", "/api/webhooks/endpoints", form)).json();
    await admin.call("POST", `/api/webhooks/endpoints/${endpoint._id}/test`);
    const doomed = spawnWorker(site, { WEBHOOK_ALLOW_PRIVATE: "on" });
    await receiver.until(1);
    await end(doomed, "SIGKILL");
    receiver.answer = (response) => response.writeHead(204).end();
    const killedAt = performance.now();
    site.site.webhooks.start();
    await receiver.until(2);
    expect(performance.now() - killedAt).toBeLessThan(RELEASED_WITHIN_MS);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  },
);

drill("kill -9 at any moment loses no mail, and repeats only what was on its way at that moment", async () => {
  const environment = await databaseEnvironment();
  const smtp = await startMailServer();
  const settings = { ...environment, SMTP_URL: smtp.url };
  const keeper = await startProcess(settings);
  for (let round = 0; round < ROUNDS; round++) {
    const before = smtp.mails.length;
    const doomed = await startProcess(settings);
    const booked = await bookMany(doomed, await freeSlots(doomed, 10));
    await smtp.received(before + Math.floor(Math.random() * booked.length * 2));
    await doomed.end("SIGKILL");
    const database = await look(environment);
    await vi.waitFor(async () => {
      const waiting = database.read.selectFrom("mails").select("id").where("record_id", "in", booked);
      const due = waiting.where("state", "=", "waiting").where("next_try_at", "<=", new Date().toISOString());
      expect(await due.execute()).toEqual([]);
    }, RELEASED_WITHIN_MS + 5_000);
    const ids = messageIds({ ...smtp, mails: smtp.mails.slice(before) });
    expect(new Set(ids).size).toBe(booked.length * 2);
    expect(ids.length - booked.length * 2).toBeLessThanOrEqual(5);
  }
  await keeper.end("SIGTERM");
});

async function holders(site: TestSite): Promise<{ pid: number }[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
    and database = (select oid from pg_database where datname = current_database())`.execute(site.database.read);
  return rows;
}
