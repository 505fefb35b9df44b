import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { EVENT_TYPES } from "#delivery/webhooks/webhook.ts";
import { addSignedIn, setBookingStatus } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { spawnWorker } from "#test/programs/processes.ts";
import { type Receiver, signatureOf, startReceiver } from "#test/receiver.ts";
import { book, bookMeeting, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { BACKOFF_MS } from "./worker.ts";

const DAY = 86_400;

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Arena = { site: TestSite; admin: Admin; receiver: Receiver; id: string; secret: string };

async function startWithEndpoint(events: readonly string[] = EVENT_TYPES): Promise<Arena> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const site = await startSite({ env: { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on" } });
  const admin = await addSignedIn(site);
  return { site, admin, receiver, ...(await addEndpoint(admin, receiver.url, events)) };
}

async function addEndpoint(admin: Admin, url: string, events: readonly string[] = EVENT_TYPES) {
  const answer = await admin.call("POST", "/api/webhooks/endpoints", { name: "The CRM", url, events });
  expect(answer.statusCode, answer.body).toBe(201);
  const { endpoint, secret } = answer.json();
  return { id: endpoint._id as string, secret: secret as string };
}

async function log(site: TestSite, query = "") {
  const admin = await addSignedIn(site, { email: `reader${Math.random()}@example.com` });
  return (await admin.call("GET", `/api/webhooks/deliveries${query}`)).json();
}

test("a receiver that fails twice gets the third, under the same id, signed anew each time", async () => {
  const { site, receiver, secret } = await startWithEndpoint();
  receiver.answer = (response, count) =>
    response.writeHead(count < 3 ? 503 : 200).end(count < 3 ? "not now" : "thanks");
  const { id } = await bookMeeting(site);
  await site.site.webhooks.sendDue();
  await site.site.webhooks.sendDue();
  expect(receiver.received).toHaveLength(1);
  expect((await log(site)).deliveries[0]).toMatchObject({
    state: "waiting",
    tries: 1,
    status: 503,
    response: "not now",
    lastError: "It answered 503",
  });
  for (const seconds of [5, 300]) {
    site.clock.advance(seconds);
    await site.site.webhooks.sendDue();
  }
  site.clock.advance(DAY);
  await site.site.webhooks.sendDue();

  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
  for (const webhook of receiver.received)
    expect(webhook.headers["webhook-signature"]).toBe(signatureOf(webhook, secret));
  expect((await log(site)).deliveries[0]).toMatchObject({
    endpointName: "The CRM",
    type: "booking.created",
    recordId: id,
    state: "sent",
    tries: 3,
    status: 200,
    response: "thanks",
  });
});

test("an event has the facts that staff need, as they were when it happened, without staff notes", async () => {
  const { site, receiver } = await startWithEndpoint();
  const { id } = await bookMeeting(site);
  await setBookingStatus(site, id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "9:30 AM" });
  await setBookingStatus(site, id, { status: "Cancelled", notes: "Sold to a cousin." });
  await sendContactMessage(site);
  await site.site.webhooks.sendDue();
  const events = receiver.received
    .map(({ body }) => JSON.parse(body))
    .sort((a, b) => a.type.localeCompare(b.type) || (a.data.version ?? 0) - (b.data.version ?? 0));
  expect(events.map(({ type, data }) => [type, data.status, data.meetingDate, data.meetingTime])).toEqual([
    ["booking.changed", "Rescheduled", "2026-11-27", "9:30 AM"],
    ["booking.changed", "Cancelled", "2026-11-27", "9:30 AM"],
    ["booking.created", "Scheduled", "2026-11-25", "10:00 AM"],
    ["lead.stage_changed", undefined, undefined, undefined],
    ["message.created", "New", undefined, undefined],
  ]);
  expect(Object.keys(events[2])).toEqual(["type", "timestamp", "data"]);
  expect(events[2].data).toMatchObject({ id, email: "renee@example.com", startsAt: "2026-11-25T16:00:00.000Z" });
  expect(events[4].data).toMatchObject({ name: "Tomás Ahlgren", message: "How much for my house?\nIt needs a roof." });
  expect(JSON.stringify(events)).not.toMatch(/cousin|consent|userAgent|roof leaks/);
});

test("an event reaches only endpoints that are on and subscribed, and never after a rollback", async () => {
  const { site, admin, receiver } = await startWithEndpoint(["message.created"]);
  await bookMeeting(site);
  await addEndpoint(admin, `${receiver.url}/bookings`, ["booking.created"]);
  await book(site, { email: "late@example.com" });
  await bookMeeting(site, { email: "next@example.com", meetingTime: "11:00 AM" });
  await sendContactMessage(site);
  await site.site.webhooks.sendDue();
  expect(receiver.received.map(({ path, body }) => [path, JSON.parse(body).data.email]).sort()).toEqual([
    ["/hook", "tomas@example.com"],
    ["/hook/bookings", "next@example.com"],
  ]);
});

test("a secret is shown once; for a day after a new one is made both sign", async () => {
  const { site, admin, receiver, id, secret } = await startWithEndpoint();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const renewed = (await admin.call("POST", `/api/webhooks/endpoints/${id}/secret`)).json();
  expect(renewed.secret).not.toBe(secret);
  expect((await admin.call("GET", "/api/webhooks/endpoints")).body).not.toContain("whsec_");
  expect((await admin.call("GET", `/api/webhooks/endpoints/${id}/history`)).body).not.toContain("whsec_");

  const test = async () => {
    await (await addSignedIn(site, { email: `${receiver.received.length}@example.com` })).call(
      "POST",
      `/api/webhooks/endpoints/${id}/test`,
    );
    await site.site.webhooks.sendDue();
    return receiver.received.at(-1) as Receiver["received"][number];
  };
  const first = await test();
  expect(first.headers["webhook-signature"]).toBe(
    `${signatureOf(first, renewed.secret)} ${signatureOf(first, secret)}`,
  );
  site.clock.advance(DAY);
  const second = await test();
  expect(second.headers["webhook-signature"]).toBe(signatureOf(second, renewed.secret));
});

test("an endpoint that answers 410 is turned off until an admin turns it on and replays", async () => {
  const { site, admin, receiver, id } = await startWithEndpoint();
  receiver.answer = (response, count) => response.writeHead(count === 1 ? 500 : 410).end();
  await bookMeeting(site);
  await site.site.webhooks.sendDue();
  await bookMeeting(site, { email: "two@example.com", meetingTime: "11:00 AM" });
  await site.site.webhooks.sendDue();
  const { endpoints } = (await admin.call("GET", "/api/webhooks/endpoints")).json();
  expect(endpoints[0]).toMatchObject({ isActive: false, turnedOffBecause: "It answered 410 Gone" });
  expect((await log(site)).deliveries.map(({ state }: { state: string }) => state).sort()).toEqual([
    "failed",
    "withdrawn",
  ]);
  await bookMeeting(site, { email: "three@example.com", meetingTime: "1:00 PM" });
  expect((await log(site)).pagination.totalItems).toBe(2);

  const [{ _id: delivery }] = (await log(site, "?state=withdrawn")).deliveries;
  const replay = () => admin.call("POST", `/api/webhooks/deliveries/${delivery}/replay`);
  expect((await replay()).statusCode).toBe(400);
  receiver.answer = (response) => response.writeHead(200).end();
  const { name, url, events } = endpoints[0];
  await admin.call("PUT", `/api/webhooks/endpoints/${id}`, { name, url, events, isActive: true });
  expect((await replay()).statusCode).toBe(200);
  await site.site.webhooks.sendDue();
  expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(delivery);
  const { history } = (await admin.call("GET", `/api/webhooks/endpoints/${id}/history`)).json();
  expect(history.map(({ action, actor, to }: Record<string, string>) => [action, actor, to])).toEqual([
    ["replayed", "dana@example.com", delivery],
    ["changed", "dana@example.com", "on"],
    ["changed", "the site", "off: It answered 410 Gone"],
    ["created", "dana@example.com", "The CRM"],
  ]);
});

test("an endpoint that is turned off while it is called can be sent the same at once when it is on again", async () => {
  const { site, admin, receiver, id } = await startWithEndpoint();
  const form = { name: "The CRM", url: receiver.url, events: EVENT_TYPES };
  const turn = (isActive: boolean) => admin.call("PUT", `/api/webhooks/endpoints/${id}`, { ...form, isActive });
  receiver.answer = async (response) => {
    await turn(false);
    response.writeHead(500).end();
  };
  const { delivery } = (await admin.call("POST", `/api/webhooks/endpoints/${id}/test`)).json();
  await site.site.webhooks.sendDue();
  await turn(true);
  const replay = await admin.call("POST", `/api/webhooks/deliveries/${delivery._id}/replay`);
  expect(replay.statusCode, replay.body).toBe(200);
});

test("an unaccepted delivery is retried for three days and fails; a replay has the same id", async () => {
  const { site, receiver } = await startWithEndpoint();
  receiver.answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
  await bookMeeting(site);
  await site.site.webhooks.sendDue();
  for (const pause of BACKOFF_MS) {
    site.clock.advance(pause / 1000);
    await site.site.webhooks.sendDue();
  }
  const [delivery] = (await log(site)).deliveries;
  expect(delivery).toMatchObject({
    state: "failed",
    tries: 10,
    lastError: "It answered 302: redirects are not followed",
  });
  expect(BACKOFF_MS.reduce((sum, pause) => sum + pause, 0) / 1000).toBeGreaterThan(3 * DAY);
  expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(["/hook"]));

  receiver.answer = (response) => response.writeHead(200).end();
  const again = await addSignedIn(site, { email: "owner@example.com" });
  await again.call("POST", `/api/webhooks/deliveries/${delivery._id}/replay`);
  await site.site.webhooks.sendDue();
  expect(receiver.received).toHaveLength(11);
  expect(receiver.received[10]?.headers["webhook-id"]).toBe(delivery._id);
});

test("an address inside the network is refused when it is entered, and a name that leads there when it is called", async () => {
  const site = await startSite();
  const admin = await addSignedIn(site);
  for (const url of ["http://hooks.example.com/", "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/"]) {
    const answer = await admin.call("POST", "/api/webhooks/endpoints", { name: "In", url, events: EVENT_TYPES });
    expect(answer.statusCode, url).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual(["url"]);
  }
  const { id } = await addEndpoint(admin, "https://localhost:9/hook");
  await admin.call("POST", `/api/webhooks/endpoints/${id}/test`);
  await site.site.webhooks.sendDue();
  expect((await log(site)).deliveries[0]).toMatchObject({
    status: null,
    lastError: "The host name points inside a private network",
  });
});

test("two processes deliver many events, each once", async () => {
  const events = isDrill ? 100 : 30;
  const { site, admin, receiver, id } = await startWithEndpoint();
  for (let count = 0; count < events; count++) await admin.call("POST", `/api/webhooks/endpoints/${id}/test`);
  const workers = [1, 2].map(() => spawnWorker(site, { WEBHOOK_ALLOW_PRIVATE: "on" }));
  await receiver.until(events);
  for (const worker of workers) {
    worker.kill("SIGTERM");
    if (worker.exitCode === null) await once(worker, "exit");
  }
  expect(receiver.received).toHaveLength(events);
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(events);
});

test("the log forgets what was settled a month ago, and a deleted message is in it no more", async () => {
  const { site, admin, receiver } = await startWithEndpoint();
  await sendContactMessage(site);
  await bookMeeting(site);
  await site.site.webhooks.sendDue();
  const [{ _id: message }] = (await admin.call("GET", "/api/contact/admin/submissions")).json().contacts;
  await admin.call("DELETE", `/api/contact/admin/submissions/${message}`);
  expect((await log(site)).deliveries.map(({ type }: { type: string }) => type)).toEqual(["booking.created"]);

  site.clock.advance(30 * DAY);
  receiver.answer = (response) => response.writeHead(500).end();
  await bookMeeting(site, { meetingDate: "2026-12-29", email: "two@example.com" });
  await site.site.webhooks.sendDue();
  site.clock.advance(60);
  const { database, clock, config } = site;
  const keeper = { database, clock, log: site.app.log, dataDir: config.dataDir, eraseLeadsAfterDays: null };
  await new Housekeeping(keeper).tidy();
  expect((await log(site)).deliveries.map(({ state }: { state: string }) => state)).toEqual(["waiting"]);
});
