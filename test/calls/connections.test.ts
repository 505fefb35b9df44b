// Clients that disconnect during a request, and clients that do not read the answer. Slow senders are in http.test.ts.
import { once } from "node:events";
import { request as send } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createApp } from "#platform/server/http/app.ts";
import { type ClientTimeouts, Listener } from "#platform/server/http/listener.ts";
import { addSignedIn } from "../accounts.ts";
import { drill } from "../drill.ts";
import { startProcess } from "../programs/processes.ts";
import { databaseEnvironment, NO_GUARDS, startSite, type TestSite } from "../server.ts";

const JSON_TYPE = { "content-type": "application/json" };

test("an upload that the client breaks off is logged as the client's error, not as ours", async () => {
  const site = await startProcess({ ...(await databaseEnvironment()), LOG_LEVEL: "info" });
  let log = "";
  site.process.stdout?.on("data", (chunk) => {
    log += chunk;
  });
  await breakOff(`${site.url}/api/bookings`, JSON_TYPE);
  await breakOff(`${site.url}/api/contact`, { ...JSON_TYPE, "transfer-encoding": "chunked" });
  const logged = () =>
    log
      .split("\n")
      .filter((line) => line.includes("reqId"))
      .map((line) => JSON.parse(line))
      .map(({ level, route, status }) => [level, route, status]);
  await expect.poll(() => logged().length).toBeGreaterThanOrEqual(2);
  expect(logged()).toEqual([
    [30, "/api/bookings", 499],
    [30, "/api/contact", 499],
  ]);
});

test("a form or a file that the client breaks off is no 5xx in the figures", async () => {
  const site = await startSite({ env: { METRICS_PORT: "0" } });
  const { session } = await addSignedIn(site);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const port = await site.site.metrics?.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => site.site.metrics?.close());
  const csv = { "content-type": "text/csv", authorization: `Bearer ${session.accessToken}` };
  await breakOff(`${urlOf(site.app)}/api/bookings/import?mode=check`, csv);
  await breakOff(`${urlOf(site.app)}/api/bookings`, JSON_TYPE);
  const figures = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const broken = async () =>
    [...(await figures()).matchAll(/_count\{method="POST",route="(\/api\/bookings[^"]*)",status="(\d+)"\} (\d+)/g)].map(
      ([, ...figure]) => figure.join(" "),
    );
  await expect.poll(async () => (await broken()).length).toBe(2);
  expect((await broken()).sort()).toEqual(["/api/bookings 499 1", "/api/bookings/import 499 1"]);
});

// More than the system's buffers take while the client does not read.
const BYTES = 24_000_000;
const CHUNK = Buffer.alloc(60_000, "x");
const ASKING = ["/page", "/whole", "/stream"];

test("clients that ask and never read are cut, whatever they asked for, and others are served", async () => {
  const { port, connections } = await startPatient({ stallTimeoutMs: 600, responseTimeoutMs: 60_000 });
  for (const path of [...ASKING, ...ASKING]) ask(port, path);
  ask(port, "/stream", "/page", "/whole");
  await expect.poll(connections).toBe(7);
  const answer = await fetch(`http://127.0.0.1:${port}/small`, { headers: { connection: "close" } });
  expect(await answer.text()).toBe("small");
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
});

test("a client that never reads and goes on asking is cut all the same", async () => {
  const { port } = await startPatient({ stallTimeoutMs: 600, responseTimeoutMs: 60_000 });
  await cutWhileItWrites(ask(port, "/stream"), "GET /small HTTP/1.1\r\nHost: x\r\n\r\n");
});

test("a slow reader gets all of a stream, however long that takes, and has a limit for all else", async () => {
  const clientTimeouts = { stallTimeoutMs: 1_200, responseTimeoutMs: 1_200 };
  const { port } = await startPatient(clientTimeouts);
  const since = performance.now();
  const [page, whole, stream] = await Promise.all(ASKING.map((path) => readSlowly(ask(port, path))));
  expect(performance.now() - since).toBeGreaterThan(2 * clientTimeouts.stallTimeoutMs);
  expect(stream).toBeGreaterThanOrEqual(BYTES);
  expect(page).toBeLessThan(BYTES);
  expect(whole).toBeLessThan(BYTES);
});

test("a reader so slow that the system asks for nothing more is not taken for one that does not read", async ({
  skip,
}) => {
  if (process.platform !== "linux") skip("only Linux tells what a connection holds");
  const { port } = await startPatient({ stallTimeoutMs: 1_200, responseTimeoutMs: 60_000 });
  const socket = ask(port, "/stream");
  let bytes = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    // At this speed, a third of the system's buffer takes three times the limit.
    if (bytes < 2_000_000) await pause(chunk.length / 400);
    if (bytes >= BYTES) break;
  }
  expect(bytes).toBeGreaterThanOrEqual(BYTES);
});

test("a slow reader gets all of a page too where time allows, and no client is cut for our slowness", async () => {
  const { port } = await startPatient({ stallTimeoutMs: 1_200, responseTimeoutMs: 60_000 });
  const [page, late] = await Promise.all([readSlowly(ask(port, "/page")), fetch(`http://127.0.0.1:${port}/late`)]);
  expect(page).toBeGreaterThanOrEqual(BYTES);
  expect(await late.text()).toBe("late");
});

test("a connection that asks without end before it reads is cut before its answers fill the memory", async () => {
  const { port, connections } = await startPatient({ stallTimeoutMs: 60_000, responseTimeoutMs: 60_000 });
  const few = ask(port, ...Array(10).fill("/small"));
  let answers = "";
  few.on("data", (chunk) => {
    answers += chunk;
  });
  few.resume();
  await expect.poll(() => answers.match(/200 OK/g)?.length).toBe(10);
  few.destroy();
  await expect.poll(connections).toBe(0);
  await cutWhileItWrites(ask(port), "GET /whole HTTP/1.1\r\nHost: x\r\n\r\n".repeat(200));
});

drill("the site itself cuts a client that reads nothing for a minute", { timeout: 120_000 }, async () => {
  const site = await startProcess(await databaseEnvironment());
  const since = performance.now();
  // The largest public answer, repeated until the system's buffers are full.
  const socket = ask(Number(new URL(site.url).port));
  await cutWhileItWrites(socket, "GET /api/docs/json HTTP/1.1\r\nHost: x\r\n\r\n");
  expect((performance.now() - since) / 1000).toBeGreaterThan(58);
  expect((performance.now() - since) / 1000).toBeLessThan(80);
});

/** A server with large answers: a page, which is served outside Fastify, one in a single chunk and one in many. */
async function startPatient(clientTimeouts: ClientTimeouts) {
  const body = Buffer.alloc(BYTES, "x");
  const app = createApp({
    logLevel: "silent",
    trustProxy: [],
    guards: NO_GUARDS,
    listener: new Listener({ isHttps: false, clientTimeouts }, (request, response) => {
      if (request.url === "/page") response.end(body);
      return request.url === "/page";
    }),
  });
  const PUBLIC = { config: { access: "public" } } as const;
  app.get("/whole", PUBLIC, async (_request, reply) => reply.send(body));
  app.get("/stream", PUBLIC, async (_request, reply) =>
    reply.send(Readable.from(Array(BYTES / CHUNK.length).fill(CHUNK), { objectMode: false })),
  );
  app.get("/small", PUBLIC, async () => "small");
  app.get("/late", PUBLIC, async () => pause(2 * clientTimeouts.stallTimeoutMs, "late"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  return { port: (app.server.address() as AddressInfo).port, connections };
}

/** Sends these requests one after the other on one connection, and reads nothing. */
function ask(port: number, ...paths: string[]): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.pause();
  onTestFinished(() => void socket.destroy());
  for (const path of paths) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

/** A client that does not read notices the end only when it writes. */
async function cutWhileItWrites(socket: Socket, text: string): Promise<void> {
  const writing = setInterval(() => socket.write(text), 50);
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(writing);
}

/** Reads a thirtieth of the whole, pauses and continues. Returns how much arrived until the end. */
async function readSlowly(socket: Socket): Promise<number> {
  let bytes = 0;
  let rests = 0;
  try {
    for await (const chunk of socket) {
      bytes += chunk.length;
      if (bytes >= BYTES) break;
      if (bytes < (rests * BYTES) / 30) continue;
      rests += 1;
      await pause(100);
    }
  } catch {
    // Cut: the bytes so far are counted.
  }
  return bytes;
}

/** Sends the head and the beginning of a body, and disconnects once the server has asked for the rest. */
async function breakOff(url: string, headers: Record<string, string>): Promise<void> {
  const length = headers["transfer-encoding"] ? {} : { "content-length": "5000" };
  const sent = send(url, { method: "POST", headers: { ...headers, ...length, expect: "100-continue" } });
  sent.on("error", () => {});
  sent.flushHeaders();
  await once(sent, "continue");
  await new Promise<void>((resolve) => sent.write('{"firstName":"Ren', () => resolve()));
  sent.destroy();
}

function urlOf(app: TestSite["app"]): string {
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}
