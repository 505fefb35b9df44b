// Limits for all endpoints. Those of bookings, messages and sign-ins are tested beside them.
import { expect, test, vi } from "vitest";
import { createSite } from "#app/server.ts";
import {
  CALLS_PER_ACCOUNT,
  CALLS_PER_CLIENT,
  CHANGES_PER_ACCOUNT,
  CHANGES_PER_ADMIN,
} from "#platform/server/http/call-limits.ts";
import { addSignedIn } from "../accounts.ts";
import { aboveDatabase, isDrill } from "../drill.ts";
import { book, freeSlots, post, write } from "../requests.ts";
import { startSite, type TestSite } from "../server.ts";

const SLACK = 100;
const BOT_CALLS = isDrill ? 4_000 : 400;
// A malformed id is refused before the database is asked.
const LOOKUP = "/api/bookings/not-an-id";

type Caller = { app: TestSite["app"] };

test("two processes together let an address make so many public calls, and no header makes it another", async () => {
  const site = await startSite();
  const other = await createSite(site, () => false);
  const { refused, answer } = await callUntilRefused([site, other], { remoteAddress: "203.0.113.7" });
  expect(refused).toBeLessThanOrEqual(CALLS_PER_CLIENT.count + SLACK);
  expect(refused).toBeGreaterThan(CALLS_PER_CLIENT.count - SLACK);
  expect(answer.json()).toMatchObject({ success: false, code: "rate_limited" });
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);

  for (const url of [
    "/api/bookings/available-days",
    "/api/bookings/available-slots?date=2026-11-25",
    "/api/zip-codes?zipCode=62704",
  ])
    expect((await site.app.inject({ url, remoteAddress: "203.0.113.7" })).statusCode).toBe(429);
  expect((await site.app.inject({ url: "/healthz", remoteAddress: "203.0.113.7" })).statusCode).toBe(200);
  expect((await site.app.inject({ url: LOOKUP, remoteAddress: "203.0.113.8" })).statusCode).toBe(404);
  site.clock.advance(CALLS_PER_CLIENT.windowSeconds + 1);
  expect((await site.app.inject({ url: LOOKUP, remoteAddress: "203.0.113.7" })).statusCode).toBe(404);
  await other.app.close();
});

test("all addresses of one IPv6 customer count as one", async () => {
  const site = await startSite();
  const next = (call: number) => ({ remoteAddress: `2001:db8:7:7::${call.toString(16)}` });
  const { refused } = await callUntilRefused([site], next);
  expect(refused).toBeLessThanOrEqual(CALLS_PER_CLIENT.count + SLACK);
  expect((await site.app.inject({ url: LOOKUP, remoteAddress: "2001:db8:7:8::1" })).statusCode).toBe(404);
});

aboveDatabase("behind a trusted proxy the limit sees the visitor, and other peers cannot set an address", async () => {
  const site = await startSite({ env: { TRUST_PROXY: "10.0.0.1" } });
  const writeFrom = (remoteAddress: string, visitor: string) =>
    write(site, {}, { remoteAddress, headers: { "x-forwarded-for": visitor } });
  for (let visitor = 0; visitor < 15; visitor++)
    expect((await writeFrom("10.0.0.1", `203.0.113.${visitor}`)).statusCode).toBe(201);
  const forged: number[] = [];
  for (let visitor = 0; visitor < 15; visitor++)
    forged.push((await writeFrom("198.51.100.9", `203.0.113.${100 + visitor}`)).statusCode);
  expect(forged.filter((status) => status === 201)).toHaveLength(10);
  expect(forged.filter((status) => status === 429)).toHaveLength(5);
});

aboveDatabase("behind a proxy that writes ports, zones or IPv4 as IPv6, a visitor stays one visitor", async () => {
  const spellings = {
    ports: (call: number) => `203.0.113.5:${4711 + call}`,
    "IPv6 with ports": (call: number) => `[2001:db8:5:5::${call.toString(16)}]:${4711 + call}`,
    zones: (call: number) => `2001:db8:5:6::1%eth${call}`,
    "IPv4 in IPv6": (call: number) => ["::ffff:203.0.113.6", "::FFFF:cb00:7106", "203.0.113.6"][call % 3] as string,
    junk: (call: number) => `junk${call}`,
  };
  const site = await startSite({ env: { TRUST_PROXY: "10.0.0.1" } });
  for (const [name, spell] of Object.entries(spellings)) {
    const statuses: number[] = [];
    for (let call = 0; call < 12; call++) {
      const sender = { remoteAddress: "10.0.0.1", headers: { "x-forwarded-for": spell(call) } };
      const answer = await write(site, {}, sender);
      statuses.push(answer.statusCode);
    }
    expect(statuses, name).toEqual([...Array(10).fill(201), 429, 429]);
  }
});

aboveDatabase("where the visitor agreed to something, the address that is kept is the clean one", async () => {
  const site = await startSite({ env: { TRUST_PROXY: "10.0.0.1" } });
  await book(site, {}, { remoteAddress: "::ffff:10.0.0.1", headers: { "x-forwarded-for": "[::FFFF:cb00:7105]:4711" } });
  const kept = await site.database.read.selectFrom("permission_details").select("address").execute();
  expect(kept).toEqual([{ address: "203.0.113.5" }]);
});

test("bookings of a bot that changes its name every time hold ten slots", { timeout: 90_000 }, async () => {
  const site = await startSite();
  const slots = await freeSlots(site, 300);
  const statuses = new Map<number, number>();
  for (let call = 0; call < BOT_CALLS; call++) {
    const { date, time } = slots[call % slots.length] as (typeof slots)[number];
    const phone = `(217) 555-${String(call).padStart(4, "0")}`;
    const answer = await book(
      site,
      { email: `bot${call}@example.com`, phone, meetingDate: date, meetingTime: time },
      {
        remoteAddress: "203.0.113.7",
        headers: { "x-forwarded-for": `198.51.100.${call % 250}`, "user-agent": `bot ${call}` },
      },
    );
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 201: 10, 429: BOT_CALLS - 10 });
  const { length } = await site.database.read.selectFrom("bookings").select("id").execute();
  expect(length).toBe(10);
});

test("a patient address gets fifty bookings and fifty messages in a day, counted apart, and more the next", async () => {
  const site = await startSite();
  const slots = await freeSlots(site, 120);
  const sender = { remoteAddress: "203.0.113.7" };
  const bookAt = (call: number) => {
    const { date, time } = slots[call + 40] as (typeof slots)[number];
    const phone = `(217) 555-${String(call).padStart(4, "0")}`;
    const seller = { email: `seller${call}@example.com`, phone, meetingDate: date, meetingTime: time };
    return book(site, seller, sender);
  };
  const writeAgain = () => write(site, {}, sender);
  const statuses: number[][] = [];
  for (let call = 0; call < 52; call++) {
    statuses.push([(await bookAt(call)).statusCode, (await writeAgain()).statusCode]);
    site.clock.advance(600 / 9);
  }
  expect(statuses.slice(0, 50).flat()).toEqual(Array(100).fill(201));
  expect(statuses.slice(50).flat()).toEqual(Array(4).fill(429));
  expect((await writeAgain()).json().message).toMatch(/today\. Please call us/);
  site.clock.advance(24 * 3600);
  expect([(await bookAt(60)).statusCode, (await writeAgain()).statusCode]).toEqual([201, 201]);
});

test("an account may change so much in ten minutes, an admin five times as much, and go on reading", async () => {
  const site = await startSite();
  for (const [role, { count, windowSeconds }] of [
    ["user", CHANGES_PER_ACCOUNT],
    ["admin", CHANGES_PER_ADMIN],
  ] as const) {
    const { call } = await addSignedIn(site, { email: `${role}@example.com`, role });
    const change = () => call("PATCH", "/api/account", { name: 1 });
    for (let made = 0; made < count; made++) expect((await change()).statusCode, `${role} ${made}`).toBe(400);
    const refused = await change();
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      expect.objectContaining({ success: false, code: "rate_limited", message: expect.stringContaining("wait") }),
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await call("POST", "/api/users", {})).statusCode).toBe(429);
    expect((await call("GET", "/api/account")).statusCode).toBe(200);
    site.clock.advance(windowSeconds + 1);
    expect((await change()).statusCode).toBe(400);
  }
});

test("an account may make so many calls, all accounts at an address five times as many, a key its own", async () => {
  const site = await startSite();
  const dana = await addSignedIn(site);
  const kim = await addSignedIn(site, { email: "kim@example.com" });
  const { token } = (await dana.call("POST", "/api/keys", { name: "k", scope: "all", endsOn: "2026-12-31" })).json();
  const asKey = () => site.app.inject({ url: "/api/bookings/stats", headers: { authorization: `Bearer ${token}` } });
  const other = await createSite(site, () => false);
  const asDanaElsewhere = () =>
    other.app.inject({ url: "/api/account", headers: { authorization: `Bearer ${dana.session.accessToken}` } });

  const known = await storedCounts(site);
  for (let made = 0; made < 40; made++) expect((await dana.call("GET", "/api/account")).statusCode).toBe(200);
  expect(await storedCounts(site)).toEqual(known);

  await count(site, `account ${dana.user.id}`, CALLS_PER_ACCOUNT.count - SLACK);
  await callUntil429(() => dana.call("GET", "/api/account"), 2 * SLACK);
  await callUntil429(asDanaElsewhere, SLACK);
  expect((await asKey()).statusCode).toBe(200);
  expect((await kim.call("GET", "/api/account")).statusCode).toBe(200);

  await count(site, "signed-in 127.0.0.1", 5 * CALLS_PER_ACCOUNT.count - SLACK);
  await callUntil429(() => kim.call("GET", "/api/account"), 2 * SLACK);
  expect((await asKey()).statusCode).toBe(200);
  const headers = { authorization: `Bearer ${kim.session.accessToken}` };
  const elsewhere = await site.app.inject({ url: "/api/account", headers, remoteAddress: "203.0.113.8" });
  expect(elsewhere.statusCode).toBe(200);
  await other.app.close();
});

aboveDatabase("calls that nobody is signed in for count at their address too", async () => {
  const site = await startSite();
  await count(site, "changes 127.0.0.1", 5 * CHANGES_PER_ADMIN.count - SLACK);
  await callUntil429(() => post(site, "/api/users", {}), 2 * SLACK);
});

aboveDatabase("RATE_LIMIT=off lifts it", async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site, { role: "user" });
  for (let made = 0; made <= CHANGES_PER_ACCOUNT.count; made++)
    expect((await call("PATCH", "/api/account", { name: 1 })).statusCode).toBe(400);
  for (let call = 0; call < CALLS_PER_CLIENT.count + SLACK; call++)
    expect((await site.app.inject(LOOKUP)).statusCode).toBe(404);
});

test("housekeeping forgets counts, keys and sign-ins once they are of no use, and no sooner", async () => {
  const site = await startSite();
  const { session } = await addSignedIn(site, { email: "dana@example.com" });
  await book(site, {}, { headers: { "idempotency-key": "once" } });
  const left = async () => {
    await site.site.housekeeping.tidy();
    const count = async (table: "rate_limits" | "idempotency_keys" | "sign_ins") =>
      (await site.database.read.selectFrom(table).selectAll().execute()).length;
    return [await count("rate_limits"), await count("idempotency_keys"), await count("sign_ins")];
  };
  expect(await left()).toEqual([4, 1, 1]);
  site.clock.advance(23 * 3600);
  expect(await left()).toEqual([4, 1, 1]);
  site.clock.advance(2 * 3600 + 1);
  expect(await left()).toEqual([0, 0, 1]);
  site.clock.advance(7 * 24 * 3600);
  expect(await left()).toEqual([0, 0, 0]);
  const refreshed = await post(site, "/api/auth/refresh", { refreshToken: session.refreshToken });
  expect(refreshed.statusCode).toBe(401);
});

/** Calls in turn, and waits for calls to be stored as they are: a slow write would let more of them through. */
async function callUntilRefused(
  sites: readonly [TestSite, ...Caller[]],
  from: { remoteAddress: string } | ((call: number) => { remoteAddress: string }),
) {
  for (let call = 1; ; call++) {
    const app = sites[call % sites.length]?.app;
    const sender = typeof from === "function" ? from(call) : from;
    const headers = { "x-forwarded-for": `198.51.100.${call % 250}`, forwarded: `for=198.51.100.${call % 250}` };
    const answer = await app?.inject({ url: LOOKUP, headers, ...sender });
    if (!answer || answer.statusCode === 429 || call > 2 * CALLS_PER_CLIENT.count)
      return { refused: call, answer: answer as NonNullable<typeof answer> };
    if (call % SLACK === 0)
      await vi.waitFor(async () => expect(await countStoredCalls(sites[0])).toBeGreaterThan(call - SLACK), 10_000);
  }
}

/** As if so many calls had been made in this window. */
async function count(site: TestSite, key: string, calls: number): Promise<void> {
  const row = { key, window_started_at: site.clock.now().toISOString(), count: calls };
  await site.database.transaction((trx) =>
    trx
      .insertInto("rate_limits")
      .values(row)
      .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
      .execute(),
  );
}

async function callUntil429(call: () => Promise<{ statusCode: number }>, atMost: number): Promise<void> {
  const statuses = new Set<number>();
  for (let made = 0; made < atMost && !statuses.has(429); made++) statuses.add((await call()).statusCode);
  expect([...statuses]).toContain(429);
}

async function storedCounts({ database }: TestSite): Promise<unknown[]> {
  return database.read.selectFrom("rate_limits").selectAll().orderBy("key").execute();
}

async function countStoredCalls({ database }: TestSite): Promise<number> {
  const rows = await database.read.selectFrom("rate_limits").select("count").where("key", "like", "calls %").execute();
  return rows.reduce((sum, { count }) => sum + count, 0);
}
