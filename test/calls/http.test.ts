import { connect } from "node:net";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { createApp } from "#platform/server/http/app.ts";
import { Listener } from "#platform/server/http/listener.ts";
import { addSignedIn } from "../accounts.ts";
import { drill } from "../drill.ts";
import { newBooking } from "../people.ts";
import { book, post } from "../requests.ts";
import { NO_GUARDS, startSite, type TestSite } from "../server.ts";

const SLOW = { timeout: 60_000 };
// CPU time, not elapsed time: a busy machine does not change it.
const JUDGED_WITHIN_CPU_MS = 300;

test("only JSON is read, in any disguise", async () => {
  const { app } = await startSite();
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
    "text/json",
  ]) {
    const answer = await post({ app }, "/api/bookings", JSON.stringify(newBooking()), {
      headers: { "content-type": type },
    });
    expect(answer.statusCode, type).toBe(415);
    expect(answer.json().code).toBe("unsupported_media_type");
  }
  const padded = await post({ app }, "/api/bookings", "{}", {
    headers: { "content-type": "application/json ; charset=utf-8" },
  });
  expect(padded.statusCode).toBe(400);
});

test("a body that is no JSON, or poisons prototypes, is refused and changes nothing", async () => {
  const { app } = await startSite();
  const headers = { "content-type": "application/json" };
  for (const payload of [
    "{",
    "null",
    "[]",
    '"text"',
    "7",
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ]) {
    const answer = await post({ app }, "/api/bookings", payload, { headers });
    expect(answer.statusCode, payload).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: "invalid_input" });
  }
  expect(({} as Record<string, unknown>).admin).toBeUndefined();
});

test("a known key of the wrong type is 400, an unknown one is ignored", async () => {
  const { app, database } = await startSite();
  for (const wrong of [null, 7, true, ["x"], { $ne: "" }])
    for (const key of ["firstName", "email", "phone", "meetingDate", "meetingTime", "additionalInfo", "propertyType"]) {
      const answer = await book({ app }, { [key]: wrong });
      expect(answer.statusCode, `${key} ${JSON.stringify(wrong)}`).toBe(400);
    }
  const sneaky = { ...newBooking(), status: "Completed", notes: "x", _id: "x", createdAt: "2000-01-01", seat: 5 };
  expect((await post({ app }, "/api/bookings", sneaky)).statusCode).toBe(201);
  const row = await database.read.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ status: "Scheduled", notes: null, seat: 0 });
});

test("text that cannot be shown is refused, whatever the field", async () => {
  const { app } = await startSite();
  for (const bad of ["a\u0000b", "a\u0007b", "a\ud800b"])
    for (const change of [
      { firstName: bad },
      { additionalInfo: bad },
      { propertyAddress: { street: bad, city: "S", state: "IL", zipCode: "62701" } },
    ]) {
      const answer = await book({ app }, change);
      expect(answer.statusCode, JSON.stringify(change)).toBe(400);
    }
  for (const change of [
    { firstName: "x".repeat(101) },
    { email: `${"x".repeat(250)}@example.com` },
    { additionalInfo: "x".repeat(5001) },
    { phone: "5".repeat(31) },
  ])
    expect((await book({ app }, change)).statusCode).toBe(400);
});

test("an address that mail software would read as another one is refused", async () => {
  const { app } = await startSite();
  for (const email of [
    "foo<evil@x.co>",
    "g:evil@x.co;",
    "a@b.co,c@d.co",
    '"a b"@x.co',
    "a@b",
    "@x.co",
    "a b@x.co",
    "a@x..co",
    "a@x.co\r\nBcc: y@z.co",
  ]) {
    const answer = await book({ app }, { email });
    expect(answer.json().fields?.email, email).toBe("Please enter a valid email address");
  }
});

test("a body over the limit is refused, and one that is deep or compressed does no harm", async () => {
  const { app } = await startSite();
  const large = await book({ app }, { additionalInfo: "x".repeat(70_000) });
  expect(large.statusCode).toBe(413);
  expect(large.json().code).toBe("too_large");
  const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
  expect(
    (await post({ app }, "/api/bookings", deep, { headers: { "content-type": "application/json" } })).statusCode,
  ).toBe(400);
  const compressed = await post({ app }, "/api/bookings", "x", {
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
  });
  expect(compressed.statusCode).toBeGreaterThanOrEqual(400);
  expect(compressed.statusCode).toBeLessThan(500);
});

test("the longest and oddest texts are judged in no time, whatever the field", SLOW, async () => {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const { call } = await addSignedIn(site);
  const odd = ["a", " ", "1-", "a@", "@.", "((", "%_", "\u0301", "\u00df", "-.", "a b", "\n "].map(
    (text) => `${text.repeat(60_000 / text.length)}\u{1f3e0}`,
  );
  const checkLiveness = async (what: string, ask: () => Promise<{ statusCode: number }>) => {
    const before = process.cpuUsage();
    expect((await ask()).statusCode, what).toBeLessThan(500);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000, what).toBeLessThan(JUDGED_WITHIN_CPU_MS);
  };
  for (const text of odd) {
    for (const key of ["firstName", "email", "phone", "meetingDate", "additionalInfo", "currentSituation"])
      await checkLiveness(`${key} ${text.slice(0, 4)}`, () =>
        call("POST", "/api/bookings", newBooking({ [key]: text })),
      );
    await checkLiveness(`message ${text.slice(0, 4)}`, () =>
      call("POST", "/api/contact", { name: "A", email: text, message: text.slice(0, 4000) }),
    );
    await checkLiveness(`sign-in ${text.slice(0, 4)}`, () =>
      call("POST", "/api/auth/login", { email: text, password: text }),
    );
    await checkLiveness(`search ${text.slice(0, 4)}`, () =>
      call("GET", `/api/bookings/list?search=${encodeURIComponent(text.slice(0, 200))}`),
    );
  }
});

test("unknown API paths answer the error envelope", async () => {
  const { app } = await startSite();
  for (const url of ["/api", "/api/", "/api/nothing", "/api/bookings/a/b/c", "/api//bookings"]) {
    const answer = await app.inject(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json()).toMatchObject({
      success: false,
      code: "not_found",
      message: expect.any(String),
      error: expect.any(String),
    });
  }
});

test("an address or a head that cannot be read is refused in the same envelope", async () => {
  const { app } = await startSite();
  for (const url of [`/api/bookings/${"x".repeat(300)}`, "/api/bookings/%E0%A4%A", "/api/%ff"]) {
    const answer = await app.inject(url);
    expect(answer.statusCode, url).toBe(404);
    expect(answer.json()).toMatchObject({ success: false, code: "not_found", error: "Page not found." });
  }
  await app.listen({ port: 0, host: "127.0.0.1" });
  for (const [sent, status] of [
    ["NONSENSE\r\n\r\n", 400],
    [`GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431],
    ["POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
  ] as const) {
    const socket = connect(portOf(app), "127.0.0.1");
    socket.on("error", () => {});
    socket.write(sent);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, code: "invalid_input" });
  }
});

test("no foreign origin is let in", async () => {
  const { app } = await startSite();
  for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
    const answer = await app.inject({ url: "/api/bookings/available-days", headers: { origin } });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("the API describes itself, from the schemas that validate", async () => {
  const { app } = await startSite();
  const { paths } = (await app.inject("/api/docs/json")).json();
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/api/bookings", "/api/bookings/available-slots", "/api/bookings/{id}"]),
  );
  const body = paths["/api/bookings"].post.requestBody.content["application/json"].schema;
  expect(body.required).toEqual(expect.arrayContaining(["firstName", "meetingDate", "meetingTime"]));
  expect(paths["/api/bookings/list"].get.security).toEqual([{ bearer: [] }, { key: ["read-leads"] }]);
  expect(paths["/api/users"].get.security).toEqual([{ bearer: [] }]);
  expect(paths["/api/keys"].post.description).toBe(
    "Needs the access token of an admin with the duty “Run”; no key opens it. Asks for a fresh proof.",
  );
  expect(paths["/api/bookings/available-slots"].get).toMatchObject({ security: [], description: "Needs no sign-in." });
  expect((await app.inject("/api/docs")).body).toContain("/api/bookings/available-slots");
});

test("the API's description is bytes that are made once: compressed, known again by their ETag, and without a body for HEAD", async () => {
  const { app } = await startSite();
  for (const url of ["/api/docs", "/api/docs/json"]) {
    const plain = await app.inject(url);
    expect(plain.headers).toMatchObject({ "cache-control": "no-cache", vary: "accept-encoding" });
    const ask = (headers: Record<string, string>, method: "GET" | "HEAD" = "GET") =>
      app.inject({ method, url, headers });
    const packed = await ask({ "accept-encoding": "gzip, br" });
    expect([packed.statusCode, packed.headers["content-encoding"]]).toEqual([200, "br"]);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10);
    const head = await ask({ "accept-encoding": "br" }, "HEAD");
    expect([head.statusCode, head.body]).toEqual([200, ""]);
    expect(head.headers).toMatchObject({
      etag: packed.headers.etag,
      "content-length": String(packed.rawPayload.length),
    });
    const known = await ask({ "accept-encoding": "br", "if-none-match": String(packed.headers.etag) });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, "", packed.headers.etag]);
    // As a compressing proxy writes it, among others.
    const several = `"another", W/${packed.headers.etag}`;
    expect((await ask({ "accept-encoding": "br", "if-none-match": several })).statusCode).toBe(304);
    expect((await ask({ "if-none-match": String(packed.headers.etag) })).statusCode).toBe(200);
    // Once the bytes are there, thirty answers cost less than making them once would.
    const costOf = async (work: () => unknown) => {
      const from = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(from);
      return user + system;
    };
    const making = await costOf(() => brotliCompressSync(plain.rawPayload));
    const answers = await costOf(async () => {
      for (let time = 0; time < 30; time++) await ask({ "accept-encoding": "br" }, "HEAD");
    });
    expect(answers).toBeLessThan(making);
  }
});

test("a route that does not say who may call it stops the start", () => {
  const app = createApp({
    logLevel: "silent",
    trustProxy: [],
    guards: NO_GUARDS,
    listener: new Listener({ isHttps: false }, () => false),
  });
  expect(() => app.get("/api/forgotten", async () => "x")).toThrow("does not say who may call it");
});

test("a process that is stopping answers 503 to readiness and keeps answering health", async () => {
  const { app, site } = await startSite();
  expect((await app.inject("/readyz")).statusCode).toBe(200);
  site.isDraining = true;
  expect((await app.inject("/readyz")).statusCode).toBe(503);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

drill("four hundred senders that never finish are cut in time, and others are still served", SLOW, async () => {
  const { app } = await startSite();
  await app.listen({ port: 0, host: "127.0.0.1" });
  const port = portOf(app);
  const since = performance.now();
  const halfHead = Array.from({ length: 400 }, () => sendAndWait(port, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "));
  const head = "POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{";
  const halfBody = sendAndWait(port, head);
  const waits: number[] = [];
  for (let call = 0; call < 20; call++) {
    const started = performance.now();
    expect((await fetch(`http://127.0.0.1:${port}/api/bookings/available-days`)).status).toBe(200);
    waits.push(performance.now() - started);
  }
  expect(waits.sort((one, other) => one - other)[18]).toBeLessThan(500);
  for (const answer of await Promise.all(halfHead)) {
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\nreferrer-policy: no-referrer\r\n/);
  }
  expect(performance.now() - since).toBeLessThan(20_000);
  await halfBody;
  expect(performance.now() - since).toBeLessThan(36_000);
});

/** Resolves with the answer when the server closes the connection. */
async function sendAndWait(port: number, text: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(text);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await new Promise<void>((resolve) => socket.on("close", () => resolve()));
  return answer;
}

function portOf(app: TestSite["app"]): number {
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}
