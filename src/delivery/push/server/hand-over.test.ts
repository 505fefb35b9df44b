import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { spawnWorker } from "#test/programs/processes.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { addOnDuty, RINGING, shownTo, startRinging, switchOn } from "#test/ringing/devices.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { readSystem } from "#test/system/findings.ts";

const MINUTE = 60;
const ANA = "ana@example.com";

test("what a push service refuses is retried, expires after five minutes, and a device that is gone is forgotten", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  service.answer = (response, count) => response.writeHead(count < 3 ? 503 : 201, { "retry-after": "7" }).end();
  await bookMeeting(site);
  expect(await ring()).toHaveLength(1);
  expect((await shownTo(dana)).recent[0].state).toBe("waiting");
  site.clock.advance(6);
  expect(await ring(), "Retry-After is later than the pause").toEqual([]);
  site.clock.advance(2);
  const [repeat] = await ring();
  expect(repeat?.ttl).toBe(292);
  service.answer = (response) => response.writeHead(503).end();
  await sendContactMessage(site);
  await ring();
  site.clock.advance(5 * MINUTE);
  expect(await ring()).toEqual([]);
  expect((await shownTo(dana)).recent[0].state).toBe("expired");

  phone.leave();
  await bookMeeting(site, { email: "third@example.com", meetingTime: "2:00 PM" });
  await ring();
  expect(await shownTo(dana)).toBeUndefined();
});

test("failing for long is one line of System", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  const found = async () => (await readSystem(site)).findings.find(({ id }) => id === "push");
  expect(await found()).toBeUndefined();
  await switchOn(dana, phone);
  service.answer = (response) => response.writeHead(403).end();
  for (let tries = 0; tries < 3; tries++) {
    await dana.call("POST", "/api/push/test", { endpoint: phone.endpoint });
    await ring();
  }
  expect(await found()).toMatchObject({ state: "warning", found: expect.stringContaining("It answered 403") });
  service.answer = (response) => response.writeHead(201).end();
  await dana.call("POST", "/api/push/test", { endpoint: phone.endpoint });
  expect((await ring()).map(({ message }) => message.tag)).toEqual(["test"]);
  expect(await found()).toBeUndefined();
});

test("a sign-out within a slow call ends it within a second", async () => {
  const { site, dana, phone } = await startRinging();
  const silent = createServer().listen(0);
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const endpoint = `https://localhost:${(silent.address() as AddressInfo).port}/push/1`;
  await switchOn(dana, { ...phone, endpoint });
  await bookMeeting(site);
  const connected = once(silent, "connection");
  const sending = site.site.push.sendDue();
  await connected;
  await post(site, "/api/auth/logout", { refreshToken: dana.session.refreshToken });
  const before = performance.now();
  await sending;
  expect(performance.now() - before).toBeLessThan(1_000);
});

test("two processes hand over each once", async () => {
  const { site, service, dana, phone } = await startRinging();
  await switchOn(dana, phone);
  const ana = await addOnDuty(site, dana, ANA);
  await switchOn(ana, service.addDevice());
  const other = await startSite({ now: site.clock.now().toISOString(), env: { ...RINGING, ...databaseOf(site) } });
  await bookMeeting(site);
  await Promise.all([site.site.push.sendDue(), other.site.push.sendDue(), other.site.push.sendDue()]);
  expect(service.received.map(({ device }) => device).sort()).toEqual(
    [...new Set(service.received.map(({ device }) => device))].sort(),
  );
  expect(service.received).toHaveLength(2);
});

test("two processes that ring one device at once do so under one tag", async () => {
  const { site, service, dana, phone } = await startRinging();
  await switchOn(dana, phone);
  const other = await startSite({ now: site.clock.now().toISOString(), env: { ...RINGING, ...databaseOf(site) } });
  service.answer = async (response) => {
    await sendAnother();
    return response.writeHead(201).end();
  };
  const sendAnother = async () => {
    service.answer = (response) => response.writeHead(201).end();
    await sendContactMessage(other);
    await other.site.push.sendDue();
  };
  await bookMeeting(site);
  await site.site.push.sendDue();
  const [first, second] = service.received;
  expect(service.received).toHaveLength(2);
  expect(second).toMatchObject({ topic: first?.topic, message: { title: "2 wait for you", tag: first?.message.tag } });
});

/** What was begun while all sign out, and waits for that. */
async function whileSignedOut<Result>({ database }: TestSite, work: () => Promise<Result>): Promise<Result> {
  const begun = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const signOut = database.transaction(async (trx) => {
    await trx.deleteFrom("sign_ins").execute();
    begun.resolve();
    await late.promise;
  });
  await begun.promise;
  const working = work();
  const waits = sql<{ pid: number }>`select pid from pg_locks where not granted`;
  await expect.poll(async () => (await waits.execute(database.read)).rows.length).toBeGreaterThan(0);
  late.resolve();
  await signOut;
  return working;
}

test("a visitor who books while a device is signed out gets the booking, and a test of it is told to sign in", async () => {
  const { site, dana, phone } = await startRinging();
  if (site.database.engine === "sqlite") return;
  await switchOn(dana, phone);
  await whileSignedOut(site, () => bookMeeting(site));
  const ana = await addSignedIn(site, { email: ANA });
  await switchOn(ana, phone);
  const { endpoint } = phone;
  const tested = await whileSignedOut(site, async () => ana.call("POST", "/api/push/test", { endpoint }));
  expect(tested.statusCode, tested.body).toBe(401);
});

test("after kill -9 at most one repeat comes, under the same tag", async () => {
  const { site, service, dana, phone } = await startRinging();
  await switchOn(dana, phone);
  await bookMeeting(site);
  service.answer = () => {};
  const settings = { WEBHOOK_ALLOW_PRIVATE: "on", NODE_EXTRA_CA_CERTS: service.certificate };
  const doomed = spawnWorker(site, settings);
  await service.until(1);
  doomed.kill("SIGKILL");
  await once(doomed, "exit");
  service.answer = (response) => response.writeHead(201).end();
  spawnWorker(site, settings);
  await vi.waitFor(() => expect(service.received).toHaveLength(2), 15_000);
  await vi.waitFor(async () => expect((await shownTo(dana)).recent[0].state).toBe("handed over"), 10_000);
  const [first, repeat] = service.received;
  expect(repeat).toMatchObject({
    topic: first?.topic,
    message: { tag: first?.message.tag, token: first?.message.token },
  });
  await site.site.push.sendDue();
  expect(service.received).toHaveLength(2);
});
