import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { EVENT_TYPES, MAX_ENDPOINTS } from "#delivery/webhooks/webhook.ts";
import { addSignedIn } from "#test/accounts.ts";
import { type RawReceiver, repeat, startRawReceiver, startReceiver } from "#test/receiver.ts";
import { startSite, type TestSite } from "#test/server.ts";
import { WebhookWorker } from "./worker.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

type Admin = Awaited<ReturnType<typeof addSignedIn>>;
type Logged = { tries: number; response: string | null; nextTryAt: string };

async function start(): Promise<{ site: TestSite; admin: Admin }> {
  const site = await startSite({ env: { RATE_LIMIT: "off", WEBHOOK_ALLOW_PRIVATE: "on" } });
  return { site, admin: await addSignedIn(site) };
}

async function addEndpoint(admin: Admin, url: string): Promise<string> {
  const form = { name: "The CRM", url, events: EVENT_TYPES };
  const answer = await admin.call("POST", "/api/webhooks/endpoints", form);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().endpoint._id;
}

async function enqueueTests(admin: Admin, endpoint: string, count = 1): Promise<void> {
  for (let sent = 0; sent < count; sent++) await admin.call("POST", `/api/webhooks/endpoints/${endpoint}/test`);
}

async function logOf(admin: Admin, endpoint: string): Promise<Logged[]> {
  return (await admin.call("GET", `/api/webhooks/deliveries?limit=100&endpoint=${endpoint}`)).json().deliveries;
}

/** The site's worker with a shorter timeout. */
function workerWithTimeout({ database, clock, app }: TestSite, timeoutMs: number): WebhookWorker {
  const worker = new WebhookWorker({
    database,
    clock,
    allowPrivate: true,
    pollSeconds: 1,
    timeoutMs,
    log: app.log,
  });
  onTestFinished(() => worker.stop());
  return worker;
}

async function startRaw(talk: (socket: Socket) => void): Promise<RawReceiver> {
  const receiver = await startRawReceiver(talk);
  onTestFinished(() => receiver.close());
  return receiver;
}

const OK = "HTTP/1.1 200 OK\r\n";
const EARLY_HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n";

const WITHOUT_AN_ANSWER: readonly [does: string, talk: (socket: Socket) => void, lastError: string][] = [
  [
    "switches protocols",
    (socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
    "It answered 101",
  ],
  [
    "switches protocols without a name for the new one",
    (socket) => void socket.write("HTTP/1.1 101 \r\n\r\n"),
    "It answered 101",
  ],
  ["says 1xx for ever", (socket) => repeat(socket, EARLY_HINTS, 50), "No answer in time"],
  ["floods the call with 1xx", (socket) => repeat(socket, EARLY_HINTS.repeat(1_000), 1), "It gave no final answer"],
  ["takes the call and says nothing", () => {}, "No answer in time"],
  ["trickles a head", (socket) => repeat(socket, "x-more: 1\r\n", 50, OK), "No answer in time"],
  ["trickles a body", (socket) => repeat(socket, ".", 50, `${OK}content-length: 100000\r\n\r\n`), "No answer in time"],
  [
    "stops in the middle of a body",
    (socket) => void socket.write(`${OK}content-length: 100000\r\n\r\nhello`),
    "No answer in time",
  ],
  ["hangs up without a word", (socket) => socket.destroy(), "The connection was closed early"],
  ["hangs up after 1xx", (socket) => void socket.end(EARLY_HINTS), "The connection was closed early"],
];

test("a receiver without a final answer fails in time, whatever else it sends, and the next one is called", async () => {
  const { site, admin } = await start();
  const endpoints: { does: string; hostile: RawReceiver; id: string; lastError: string }[] = [];
  for (const [does, talk, lastError] of WITHOUT_AN_ANSWER) {
    const hostile = await startRaw(talk);
    const id = await addEndpoint(admin, hostile.url);
    endpoints.push({ does, hostile, id, lastError });
    await enqueueTests(admin, id, 2);
  }
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const last = await addEndpoint(admin, receiver.url);
  await enqueueTests(admin, last);
  await Promise.all([workerWithTimeout(site, 1 * SECOND).sendDue(), receiver.until(1)]);
  for (const { does, hostile, id, lastError } of endpoints) {
    expect(hostile.calls, does).toBe(2);
    const failed = { state: "waiting", tries: 1, lastError };
    expect(await logOf(admin, id), does).toMatchObject([failed, failed]);
  }
  expect(await logOf(admin, last)).toMatchObject([{ state: "sent", status: 204 }]);
});

test("an answer counts that comes after 1xx", async () => {
  const { site, admin } = await start();
  const late = await startRaw(
    (socket) => void socket.end(`HTTP/1.1 100 Continue\r\n\r\n${EARLY_HINTS}${OK}content-length: 6\r\n\r\nthanks`),
  );
  const id = await addEndpoint(admin, late.url);
  await enqueueTests(admin, id);
  await site.site.webhooks.sendDue();
  expect(await logOf(admin, id)).toMatchObject([{ state: "sent", status: 200, response: "thanks" }]);
});

test("receivers that take all the time they get, with many deliveries due, do not keep another one waiting", async () => {
  const { site, admin } = await start();
  const [silent, receiver] = [await startRaw(() => {}), await startReceiver()];
  onTestFinished(() => receiver.close());
  for (let count = 1; count < MAX_ENDPOINTS; count++)
    await enqueueTests(admin, await addEndpoint(admin, silent.url), 3);
  const quick = await addEndpoint(admin, receiver.url);
  await enqueueTests(admin, quick, 3);
  const worker = workerWithTimeout(site, 20 * SECOND);
  worker.start();
  await receiver.until(3);
  // No first attempt is over.
  expect(silent.calls).toBeLessThan(MAX_ENDPOINTS);
  expect(new Set((await logOf(admin, quick)).map(({ tries }) => tries))).toEqual(new Set([1]));
});

test("retries are spread: each pause is up to a fifth shorter, by chance", async () => {
  const { site, admin } = await start();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response) => response.writeHead(500).end();
  const id = await addEndpoint(admin, receiver.url);
  await enqueueTests(admin, id, 20);
  await site.site.webhooks.sendDue();
  const pauses = (await logOf(admin, id)).map(({ nextTryAt }) => Date.parse(nextTryAt) - site.clock.now().getTime());
  expect(pauses).toHaveLength(20);
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4 * SECOND);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(5 * SECOND);
  expect(new Set(pauses).size).toBeGreaterThan(10);
});

const RETRY_AFTER: readonly [status: number, retryAfter: string, wait: number | "the pause"][] = [
  [429, "120", 120 * SECOND],
  [503, "120", 120 * SECOND],
  [503, "Fri, 20 Nov 2026 15:10:00 GMT", 600 * SECOND],
  [429, "Friday, 20-Nov-26 15:10:00 GMT", 600 * SECOND],
  [503, "999999999999999999999999", DAY],
  [503, "Wed, 20 Nov 2126 15:10:00 GMT", DAY],
  [503, "0", "the pause"],
  [503, "Fri, 20 Nov 2026 14:00:00 GMT", "the pause"],
  [503, "-120", "the pause"],
  [503, "1e3", "the pause"],
  [503, "soon", "the pause"],
  [503, "Fri, 99 Foo 2026 15:10:00 GMT", "the pause"],
  [500, "120", "the pause"],
  [404, "120", "the pause"],
];

test("Retry-After puts off the next try after 429 and 503, in seconds or as a date, by a day at most", async () => {
  const { site, admin } = await start();
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answer = (response, count) => {
    const [status = 500, retryAfter = ""] = RETRY_AFTER[count - 1] ?? [];
    response.writeHead(status, { "retry-after": retryAfter }).end(`${status} ${retryAfter}`);
  };
  const id = await addEndpoint(admin, receiver.url);
  await enqueueTests(admin, id, RETRY_AFTER.length);
  await site.site.webhooks.sendDue();
  const log = await logOf(admin, id);
  for (const [status, retryAfter, wait] of RETRY_AFTER) {
    const said = `${status} ${retryAfter}`;
    const { nextTryAt = "" } = log.find(({ response }) => response === said) ?? {};
    const pause = Date.parse(nextTryAt) - site.clock.now().getTime();
    expect(pause, said).toBeGreaterThanOrEqual(wait === "the pause" ? 4 * SECOND : wait);
    expect(pause, said).toBeLessThanOrEqual(wait === "the pause" ? 5 * SECOND : wait);
  }
});
