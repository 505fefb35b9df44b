import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { writeAuditLogEntries, writeAuditLogEntry } from "#platform/server/audit-log.ts";
import { addAccount, addSignedIn, BROWSER, login, PASSWORD } from "#test/accounts.ts";
import { runCommand } from "#test/programs/commands.ts";
import { hear, SOON, startListening } from "#test/programs/event-streams.ts";
import { startProcess } from "#test/programs/processes.ts";
import { post as postTo } from "#test/programs/requests.ts";
import { bookMeeting, post } from "#test/requests.ts";
import { requireFactor } from "#test/ringing/devices.ts";
import { databaseOf, FRIDAY_MORNING, startSite, type TestSite } from "#test/server.ts";

const change = (id: string) =>
  ({ subject: { kind: "lead", id }, actor: "visitor", action: "created", now: new Date(FRIDAY_MORNING) }) as const;

async function changeLead(site: TestSite, id: string): Promise<void> {
  await site.database.transaction((trx) => writeAuditLogEntry(trx, change(id)));
}

test("an admin hears which records a visitor and another admin change, and nothing of what they hold", async () => {
  const { site, stream } = await startListening();
  expect(stream.status).toBe(200);
  expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(stream.headers.get("x-accel-buffering")).toBe("no");
  expect(stream.headers.get("content-encoding")).toBeNull();
  const { id } = await bookMeeting(site);
  const ofBooking = () => stream.changes().filter((told) => told.kind === "booking" && told.id === id);
  await expect.poll(ofBooking, SOON).toHaveLength(1);
  const renee = await addSignedIn(site, { email: "renee@example.com" });
  await renee.call("PATCH", `/api/bookings/${id}/status`, { status: "Completed", version: 1 });
  await expect.poll(ofBooking, SOON).toHaveLength(2);
  const [first, second] = ofBooking();
  expect(second?.version).toBeGreaterThan(first?.version ?? 0);
  expect(Object.keys(first ?? {}).sort()).toEqual(["id", "kind", "version"]);
  expect(stream.text()).not.toMatch(/@|Ren|[Vv]isitor|[Cc]ompleted|Elm/);
});

test("what an admin looks at or exports is no change", async () => {
  const { site, stream } = await startListening();
  await site.database.transaction((trx) =>
    writeAuditLogEntries(trx, [
      { ...change("seen"), actor: "dana@example.com", action: "viewed" },
      { ...change("file"), actor: "dana@example.com", action: "exported" },
      change("told"),
    ]),
  );
  await expect.poll(() => stream.changes().map(({ id }) => id), SOON).toEqual(["told"]);
});

test("another process and a command are heard", async () => {
  const { stream, site } = await startListening();
  const other = await startProcess(databaseOf(site));
  const message = { name: "Tomás Núñez-O’Brien", email: "tomas@example.com", message: "Do you buy in Ohio?" };
  expect((await postTo(`${other.url}/api/contact`, message)).status).toBe(201);
  await expect.poll(() => stream.changes().map(({ kind }) => kind), SOON).toContain("contact");
  await runCommand("admin", { ...process.env, ...databaseOf(site) } as Record<string, string>, "promo@example.com");
  await expect.poll(() => stream.changes().map(({ kind }) => kind), SOON).toContain("account");
}, 60_000);

test("a stream ends soon after its session, also if another process ends it", async () => {
  const { site, url, dana, stream } = await startListening();
  const other = await startSite({ env: databaseOf(site) });
  await post(other, "/api/auth/logout", { refreshToken: dana.session.refreshToken });
  await stream.ended;
  expect((await hear(url, dana.session.accessToken)).status).toBe(401);
});

test.each([
  ["deactivated", "PATCH", "/toggle-active", undefined],
  ["demoted", "PUT", "", { role: "user" }],
] as const)("a stream ends soon after its account is %s", async (_how, method, rest, body) => {
  const { site, stream, dana } = await startListening();
  const renee = await addSignedIn(site, { email: "renee@example.com" });
  const [user] = (await renee.call("GET", "/api/users?search=dana")).json().users;
  const answer = await renee.call(method, `/api/users/${dana.user.id}${rest}`, body && { ...user, ...body });
  expect(answer.statusCode, answer.body).toBe(200);
  await stream.ended;
});

test("a stream ends once a rule asks for a second factor that is missing", async () => {
  const { stream, dana } = await startListening();
  await requireFactor(dana);
  await stream.ended;
});

test("a stream ends with its access token, and says before when that is", async () => {
  const { stream } = await startListening({ env: { ACCESS_TOKEN_SECONDS: "2" } });
  await expect.poll(() => stream.text(), SOON).toMatch(/"endsInSeconds":[12]\b/);
  await stream.ended;
});

test("a stream goes on after the last event that was seen, and says so if it cannot", async () => {
  const { site, url, token, stream } = await startListening();
  await changeLead(site, "first");
  await expect.poll(() => stream.changes().map(({ id }) => id), SOON).toEqual(["first"]);
  stream.leave();
  for (const id of ["second", "third"]) await changeLead(site, id);
  const next = await hear(url, token, stream.lastId());
  const told = () => next.changes().map(({ id }) => id);
  await expect.poll(told, SOON).toEqual(expect.arrayContaining(["second", "third"]));
  for (const id of ["999999999", "999999999999999"]) {
    const forged = await hear(url, token, id);
    await expect.poll(() => forged.text(), SOON).toContain("event: reset");
  }
  const junk = await hear(url, token, "1 or 1=1");
  await expect.poll(() => junk.text(), SOON).toContain("event: opened");
});

test("a change that is committed after a later one is heard too", async () => {
  const { site, stream } = await startListening();
  const late = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  if (site.database.engine === "sqlite") return;
  const slow = site.database.transaction(async (trx) => {
    await writeAuditLogEntry(trx, change("early id"));
    begun.resolve();
    await late.promise;
  });
  await begun.promise;
  await changeLead(site, "later id");
  const told = () => stream.changes().map(({ id }) => id);
  await expect.poll(told, SOON).toEqual(["later id"]);
  late.resolve();
  await slow;
  await expect.poll(told, SOON).toEqual(["later id", "early id"]);
});

test("a flood comes in a few events", async () => {
  const { site, stream } = await startListening();
  const entries = Array.from({ length: 2_500 }, (_, index) => change(`lead ${index % 1_500}`));
  await site.database.transaction((trx) => writeAuditLogEntries(trx, entries));
  await expect.poll(() => new Set(stream.changes().map(({ id }) => id)).size, SOON).toBe(1_500);
  expect(stream.text().match(/^data: \[/gm)?.length).toBeLessThan(6);
});

test("who does not read loses the stream, and others go on", async () => {
  const { site, url, token, stream } = await startListening();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(`GET /api/events HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n\r\n`);
  await once(socket, "readable");
  const closed = once(socket, "close");
  const id = "x".repeat(2_000);
  const entries = Array.from({ length: 500 }, (_, index) => change(`${id}${index}`));
  for (let round = 1; round <= 8; round++) {
    await site.database.transaction((trx) => writeAuditLogEntries(trx, entries));
    await expect.poll(() => stream.changes().length, SOON).toBe(round * entries.length);
  }
  socket.resume();
  await closed;
  await changeLead(site, "after");
  await expect.poll(() => stream.changes().at(-1)?.id, SOON).toBe("after");
});

test("an account has at most thirty streams, and the limit of its calls does not count them", async () => {
  const { url, token, site } = await startListening({ env: { RATE_LIMIT: "on" } });
  const streams = [];
  for (let opened = 1; opened < 30; opened++) streams.push(await hear(url, token));
  const refused = await hear(url, token);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("30");
  await addAccount(site, { email: "renee@example.com" });
  const renee = (await login(site, "renee@example.com")).json();
  expect((await hear(url, renee.accessToken)).status).toBe(200);
  streams[0]?.leave();
  await expect.poll(async () => (await hear(url, token)).status, SOON).toBe(200);
});

test("a process that is asked to stop ends its streams at once", async () => {
  const site = await startSite();
  await addAccount(site);
  const process_ = await startProcess(databaseOf(site));
  const signIn = await fetch(`${process_.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: `browser=${BROWSER}` },
    body: JSON.stringify({ email: "dana@example.com", password: PASSWORD }),
  });
  const { accessToken } = (await signIn.json()) as { accessToken: string };
  const stream = await hear(process_.url, accessToken);
  expect(stream.status).toBe(200);
  const began = performance.now();
  await process_.end("SIGTERM");
  await stream.ended;
  expect(performance.now() - began).toBeLessThan(4_000);
}, 60_000);
