// Two processes on a PostgreSQL primary with a synchronous standby. The primary dies under load, the standby is promoted.
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { addSignedIn } from "../accounts.ts";
import { isDrill } from "../drill.ts";
import { endOf } from "../programs/commands.ts";
import { hear } from "../programs/event-streams.ts";

import { type SiteProcess, startProcess } from "../programs/processes.ts";
import { book, freeSlots, type Slot } from "../programs/requests.ts";
import { databaseEnvironment, startMailServer, startSite } from "../server.ts";
import { countBookings } from "../stored-bookings.ts";
import { PostgresPair } from "./postgres-pair.ts";
import { Visits } from "./visits.ts";

const SLOW = { timeout: 900_000 };
const ROUNDS = 10;
const VISITORS = 6;
const MAX_CALL_MS = 20_000;
const BACK = { timeout: 10_000, interval: 100 };
const LATER = { timeout: 60_000, interval: 200 };

test.runIf(isDrill && process.env.TEST_ENGINE === "postgres")(
  "a primary killed or silent under load, its standby promoted, ten times: the site goes on there, nothing is lost or doubled",
  SLOW,
  async () => {
    const pair = await PostgresPair.start();
    onTestFinished(() => pair.stop());
    const smtp = await startMailServer();
    const settings = { ...(await databaseEnvironment()), DATABASE_URL: pair.url, SMTP_URL: smtp.url };
    const token = await addAdmin(settings);
    const sites = [await startProcess(settings), await startProcess(settings)] as const;
    const slots = await freeSlots(sites[0], 1200);
    const marks = slots.splice(0, 4 * ROUNDS);
    const visits = new Visits(
      sites.map(({ url }) => url),
      slots,
      MAX_CALL_MS,
    );
    const visitors = Array.from({ length: VISITORS }, () => visits.goOn());
    const streams = await Promise.all(sites.map(({ url }) => hear(url, token)));

    for (let round = 0; round < ROUNDS; round++) {
      await visits.more(10);
      if (round % 3 === 2) pair.silencePrimary();
      else await pair.killPrimary();
      for (const site of sites) await expectRefusal(site, marks.pop() as Slot);
      await pair.promote();
      await Promise.all(sites.map((site) => expectBack(site, marks.pop() as Slot)));
      if (round % 2 === 1) await pair.startStray();
      await visits.more(10);
      const heard = streams.map(({ changes }) => changes().length);
      await visits.more(2);
      for (const [index, { changes }] of streams.entries())
        await expect.poll(() => changes().length, BACK).toBeGreaterThan(heard[index] ?? 0);
      await expect.poll(() => countLocks(pair), BACK).toBe(sites.length);
      await pair.addStandby();
    }
    visits.isOver = true;
    await Promise.all(visitors);

    expect(visits.failures).toEqual([]);
    const { bookings, slots: held } = await countBookings(settings);
    expect(bookings).toBe(held);
    expect(bookings).toBe(visits.booked + sites.length * ROUNDS);
    await expect.poll(() => countMails(pair, "claim is not null or state = 'waiting' and tries > 0"), LATER).toBe(0);
    const received = new Set(smtp.mails.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)?.[1]));
    expect((await endOf("doctor", settings)).out).toContain("PostgreSQL");
    expect(received.size).toBe(await countMails(pair, "state = 'sent'"));
  },
);

/** Of an admin whom the processes know. */
async function addAdmin(settings: Record<string, string>): Promise<string> {
  const site = await startSite({ now: new Date().toISOString(), env: settings });
  return (await addSignedIn(site)).session.accessToken;
}

async function expectRefusal(site: SiteProcess, slot: Slot): Promise<void> {
  const answer = await book(site, slot, { email: "refused@example.com" });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
}

/** The same key throughout: one try may have been stored though its answer was lost. */
async function expectBack(site: SiteProcess, slot: Slot): Promise<void> {
  const key = { "idempotency-key": randomUUID() };
  const tryToBook = async () => (await book(site, slot, { email: `back-${slot.date}@example.com` }, key)).status;
  await expect.poll(tryToBook, BACK).toBe(201);
}

async function countMails(pair: PostgresPair, condition: string): Promise<number> {
  return (await pair.onPrimary(`select count(*)::int as count from mails where ${condition}`)).rows[0].count;
}

/** Of live processes that hold their lock. */
async function countLocks(pair: PostgresPair): Promise<number> {
  const { rows } = await pair.onPrimary(
    "select count(*)::int as held from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted",
  );
  return rows[0].held;
}
