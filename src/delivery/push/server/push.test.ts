import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { Housekeeping } from "#app/housekeeping.ts";
import { PERMISSION_WORDS } from "#company/facts/shipped-texts.ts";
import { MAX_DEVICES } from "#delivery/push/push.ts";
import { addSignedIn, login } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { spawnWorker } from "#test/programs/processes.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { type Admin, addOnDuty, RINGING, startRinging, switchOn } from "#test/ringing/devices.ts";
import { bookLead, sentOffer } from "#test/sent-offers.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";
import { readSystem } from "#test/system/findings.ts";

const MINUTE = 60;
const ANA = "ana@example.com";

async function shownTo({ call }: Admin) {
  const { subscriptions } = (await call("GET", "/api/push")).json();
  return subscriptions[0];
}

test("a lead that waits rings at once, and says what it is, the town and the time, and no name", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  const leadId = await bookLead(site);
  const [pushed, ...more] = await ring();
  expect(more).toEqual([]);
  expect(pushed).toMatchObject({ ttl: 300, urgency: "high" });
  expect(pushed?.message).toEqual({
    title: "A lead waits",
    body: expect.stringMatching(/^Springfield, IL\. Fri, Nov 20 at 9:00 AM CT\.$/),
    tag: leadId,
    url: `/admin/leads/${leadId}?ring`,
    token: expect.stringMatching(/^\w{26}\.[\w-]{43}$/),
    canClaim: true,
  });
  expect(JSON.stringify(pushed?.message)).not.toMatch(/Renée|O'Brien|Elm/);
  expect(await ring()).toEqual([]);
  expect((await shownTo(dana)).recent).toMatchObject([{ what: "A lead waits", state: "handed over" }]);
});

test("name and address are told to who chose so", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { named: true });
  await bookMeeting(site, { name: "Renée O'Brien-Núñez" } as never);
  const [pushed] = await ring();
  expect(pushed?.message.body).toMatch(/^Renée .*Springfield, IL \d{5}\. Fri, Nov 20/);
});

test("every door rings: a booking, a message, a call-back, a file of new people", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  const rang = async () => (await ring()).map(({ message }) => message.title);
  await bookMeeting(site);
  expect(await rang()).toEqual(["A lead waits"]);
  site.clock.advance(2 * MINUTE);
  await sendContactMessage(site);
  expect(await rang()).toEqual(["A lead waits"]);
  site.clock.advance(2 * MINUTE);
  const asked = await post(site, "/api/call-backs", {
    phone: "(217) 555-0188",
    wordsVersion: PERMISSION_WORDS.version,
  });
  expect(asked.statusCode, asked.body).toBe(201);
  expect(await rang()).toEqual(["A lead waits"]);
  site.clock.advance(2 * MINUTE);
  const headers = { authorization: `Bearer ${dana.session.accessToken}`, "content-type": "text/csv" };
  const file = "Name,Email,Message,Created at\nZoë O’Connor-Ünal,zoe@example.com,Hello,2024-05-01\n";
  const sent = await post(site, "/api/contact/admin/import?mode=import&new=true", file, { headers });
  expect(sent.statusCode, sent.body).toBe(200);
  const [many] = await ring();
  expect(many?.message).toMatchObject({ title: "New people wait", url: "/admin", canClaim: false });
  site.clock.advance(2 * MINUTE);
  // Who enters a call knows of it.
  const entered = await dana.call("POST", "/api/leads/calls", newCall());
  expect(entered.statusCode, entered.body).toBe(201);
  expect(await rang()).toEqual([]);
});

test("what follows within a minute replaces the first, under its tag and topic; later ones ring anew", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  await bookMeeting(site);
  const [first] = await ring();
  site.clock.advance(20);
  await sendContactMessage(site);
  await bookMeeting(site, { email: "third@example.com", phone: "(217) 555-0199", meetingTime: "2:00 PM" });
  const second = await ring();
  expect(second).toHaveLength(1);
  expect(second[0]).toMatchObject({ topic: first?.topic, message: { tag: first?.message.tag, canClaim: false } });
  expect(second[0]?.message.title).toBe("3 wait for you");
  expect(second[0]?.message.body.split("\n")).toHaveLength(3);
  site.clock.advance(41);
  await bookMeeting(site, { email: "fourth@example.com", phone: "(217) 555-0177", meetingTime: "11:30 AM" });
  const [later] = await ring();
  expect(later?.message).toMatchObject({ title: "A lead waits", canClaim: true });
  expect(later?.topic).not.toBe(first?.topic);
});

test("only who is on duty is rung, and a lead that is open again rings the next alone", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  const ana = await addOnDuty(site, dana, ANA);
  const ben = await addOnDuty(site, dana, "ben@example.com");
  const [anas, bens] = [service.addDevice("Ana's"), service.addDevice("Ben's")];
  for (const [admin, device] of [
    [dana, phone],
    [ana, anas],
    [ben, bens],
  ] as const)
    await switchOn(admin, device);
  await ana.call("PUT", "/api/roster/day-off", { off: true });
  const leadId = await bookLead(site);
  const names = async () => (await ring()).map(({ device }) => device).sort();
  const paths = (...devices: { endpoint: string }[]) =>
    devices.map(({ endpoint }) => new URL(endpoint).pathname).sort();
  expect(await names()).toEqual(paths(phone, bens));
  await ben.call("POST", `/api/leads/${leadId}/claim`, {});
  site.clock.advance(10 * MINUTE + 1);
  await site.site.claims.openLapsed();
  const again = await ring();
  expect(again.map(({ device }) => device)).toEqual(paths(phone));
  expect(again[0]?.message.body).toMatch(/ben@example\.com was on it\.$/);
  site.clock.set("2026-11-21T05:00:00.000Z");
  await sendContactMessage(site);
  expect(await ring(), "nobody is on duty").toEqual([]);
});

test("a seller's answer, a meeting that the visitor moves or cancels, and a step that is due ring", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { kinds: ["answer", "meeting", "step"] });
  const { id, token } = await bookMeeting(site);
  expect(await ring(), "not chosen").toEqual([]);
  const { lead_id: leadId } = await site.database.read
    .selectFrom("bookings")
    .select("lead_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const offer = await sentOffer(dana, leadId as string);
  expect((await post(site, "/api/offers/answer", { token: offer.token, answer: "no" })).statusCode).toBeLessThan(300);
  expect((await ring()).map(({ message }) => message.title)).toEqual(["A seller has answered"]);
  site.clock.advance(2 * MINUTE);
  expect((await post(site, "/api/manage-meeting/cancel", { token, sequence: 0 })).statusCode).toBe(200);
  expect((await ring()).map(({ message }) => message.title)).toEqual(["A meeting is cancelled"]);

  const ana = await addSignedIn(site, { email: ANA });
  await switchOn(ana, service.addDevice("Ana's"), { kinds: ["step"], named: true });
  const step = { what: "Call Renée", dueDay: "2026-11-20", dueTime: "09:30", assigneeId: ana.user.id };
  const added = await dana.call("POST", `/api/leads/${leadId}/next-steps`, step);
  expect(added.statusCode, added.body).toBe(201);
  expect(await ring(), "not yet due").toEqual([]);
  site.clock.set("2026-11-20T15:31:00.000Z");
  const due = await ring();
  expect(due.map(({ message }) => message.title)).toEqual(["9:30 AM: Call Renée"]);
  site.clock.advance(20);
  expect(await ring()).toEqual([]);
});

test("a step of who is no admin any more rings those on duty instead", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  const ana = await addSignedIn(site, { email: ANA });
  await switchOn(ana, service.addDevice("Ana's"), { kinds: ["step"], named: true });
  await switchOn(dana, phone, { kinds: ["step"] });
  const step = { what: "Call Renée", dueDay: "2026-11-20", dueTime: "09:30", assigneeId: ana.user.id };
  const added = await dana.call("POST", `/api/leads/${await bookLead(site)}/next-steps`, step);
  expect(added.statusCode, added.body).toBe(201);
  const demoted = await dana.call("PUT", `/api/users/${ana.user.id}`, { role: "user" });
  expect(demoted.statusCode, demoted.body).toBe(200);
  site.clock.set("2026-11-20T15:31:00.000Z");
  expect((await ring()).map(({ device, message }) => [device, message.title])).toEqual([
    [phone.endpoint.slice(new URL(phone.endpoint).origin.length), "A step is due now"],
  ]);
});

test("a device is quiet in its quiet hours and on its days off", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { quietFrom: "08:30", quietTo: "09:30" });
  await bookMeeting(site);
  expect(await ring()).toEqual([]);
  await switchOn(dana, phone, { quietFrom: "22:00", quietTo: "07:00", daysOff: [0, 6] });
  await sendContactMessage(site);
  expect(await ring()).toHaveLength(1);
  expect(await switchOn(dana, phone, { daysOff: [5] })).toMatchObject({ quietFrom: "22:00", daysOff: [5] });
  await bookMeeting(site, { email: "third@example.com", meetingTime: "2:00 PM" });
  expect(await ring()).toEqual([]);
  expect(await switchOn(dana, phone, { quietFrom: "", quietTo: "", daysOff: [] })).not.toHaveProperty("quietFrom");
});

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

test.each(["signs out", "is deactivated", "is no admin any more"])(
  "nothing is handed over once the person %s",
  async (what) => {
    const { site, service, dana, ring } = await startRinging();
    const ana = await addOnDuty(site, dana, ANA);
    await switchOn(ana, service.addDevice());
    await bookMeeting(site);
    const answer =
      what === "signs out"
        ? await post(site, "/api/auth/logout", { refreshToken: ana.session.refreshToken })
        : what === "is deactivated"
          ? await dana.call("PATCH", `/api/users/${ana.user.id}/toggle-active`)
          : await dana.call("PUT", `/api/users/${ana.user.id}`, { role: "user" });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await ring()).toEqual([]);
  },
);

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

test("a new secret silences devices until they subscribe anew, which keeps their settings", async () => {
  const { site, service, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { named: true, mailToo: false });
  const other = await startSite({
    now: site.clock.now().toISOString(),
    env: { ...RINGING, ...databaseOf(site), AUTH_SECRET: "another secret of tests, long enough" },
  });
  const anew = { ...(await addAgain(other, dana)), user: dana.user };
  expect(await shownTo(anew)).toMatchObject({ isStale: true, isThisDevice: false });
  await bookMeeting(other);
  await other.site.push.sendDue();
  expect(await ring()).toEqual([]);
  const { publicKey } = (await anew.call("GET", "/api/push")).json();
  expect(publicKey).not.toBe(service.publicKey);
  service.publicKey = publicKey;
  expect(await switchOn(anew, phone)).toMatchObject({
    named: true,
    mailToo: false,
    isStale: false,
    isThisDevice: true,
  });
  await sendContactMessage(other);
  await other.site.push.sendDue();
  expect(service.received).toHaveLength(1);
});

async function addAgain(site: TestSite, { user }: Admin): Promise<Admin> {
  const session = (await login(site, user.email)).json();
  const call: Admin["call"] = (method, url, payload) =>
    site.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "application/json" },
      ...(payload && { payload }),
    });
  return { user, session, call };
}

test("addresses and keys that cannot be push services are refused, and an account has few devices", async () => {
  const { site, service, dana, phone } = await startRinging();
  const body = { endpoint: phone.endpoint, keys: phone.keys, device: "Phone" };
  const tryOut = async (change: object, on: Admin = dana) =>
    (await on.call("POST", "/api/push/subscriptions", { ...body, ...change })).statusCode;
  for (const endpoint of [
    "http://push.example.com/1",
    "https://a:b@push.example.com/1",
    "push",
    "https://push.example.com/\u0000",
    "https://push.example.com/\n1",
    `https://a.example/${"x".repeat(1_000)}`,
  ])
    expect(await tryOut({ endpoint }), endpoint).toBe(400);
  const offCurve = Buffer.alloc(65, 7).toString("base64url");
  for (const keys of [{ ...phone.keys, p256dh: offCurve }, { ...phone.keys, auth: "short" }, undefined])
    expect(await tryOut({ keys })).toBe(400);
  for (const change of [
    { kinds: ["all"] },
    { quietFrom: "25:00", quietTo: "07:00" },
    { quietFrom: "22:00" },
    { daysOff: [7] },
    { device: "" },
  ])
    expect(await tryOut(change), JSON.stringify(change)).toBe(400);
  const guarded = await startSite({ env: { ...RINGING, WEBHOOK_ALLOW_PRIVATE: "off" } });
  expect(await tryOut({ endpoint: "https://169.254.169.254/latest" }, await addSignedIn(guarded))).toBe(400);

  for (let count = 0; count <= MAX_DEVICES; count++) {
    site.clock.advance(1);
    await switchOn(await addAgain(site, dana), service.addDevice(`Phone ${count}`));
  }
  const { subscriptions } = (await dana.call("GET", "/api/push")).json();
  expect(subscriptions).toHaveLength(MAX_DEVICES);
  expect(subscriptions[0].device).toBe("Phone 1");
  expect(JSON.stringify(subscriptions)).not.toMatch(/localhost|p256dh|auth/);
});

test("a device is its person's own: nobody else tests, changes or removes it, and who signs in there next has it", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone);
  const ana = await addOnDuty(site, dana, ANA);
  const { endpoint } = phone;
  expect((await ana.call("POST", "/api/push/test", { endpoint })).statusCode).toBe(404);
  expect((await ana.call("DELETE", "/api/push/subscriptions", { endpoint })).statusCode).toBe(200);
  expect(await shownTo(dana)).toMatchObject({ device: "Phone" });
  await bookMeeting(site);
  await switchOn(ana, phone);
  expect(await shownTo(dana)).toBeUndefined();
  expect(await ring(), "what waited for the person before").toEqual([]);
  expect((await ana.call("DELETE", "/api/push/subscriptions", { endpoint })).statusCode).toBe(200);
  expect(await shownTo(ana)).toBeUndefined();
});

test("rows hold no name, and go with the lead, or after a day", async () => {
  const { site, dana, phone, ring } = await startRinging();
  await switchOn(dana, phone, { named: true });
  await bookMeeting(site);
  await ring();
  const rows = () => site.database.read.selectFrom("pushes").selectAll().execute();
  expect(JSON.stringify(await rows())).not.toMatch(/Renée|renee|Elm|Springfield/);
  site.clock.advance(2 * MINUTE);
  await sendContactMessage(site);
  await ring();
  expect(await rows()).toHaveLength(2);
  const erased = await dana.call("POST", "/api/people/erasure", { email: "renee@example.com" });
  expect(erased.statusCode, erased.body).toBe(200);
  expect(await rows()).toHaveLength(1);
  site.clock.advance(24 * 60 * MINUTE + 1);
  await new Housekeeping({ ...site, log: site.app.log, dataDir: site.config.dataDir }).tidy();
  expect(await rows()).toEqual([]);
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

test("the export of an admin names the devices, without what could ring them", async () => {
  const { dana, phone } = await startRinging();
  await switchOn(dana, phone, { kinds: ["waiting"] });
  const exported = await dana.call("POST", "/api/people/export", { email: dana.user.email });
  expect(exported.statusCode, exported.body).toBe(200);
  expect(exported.json().accounts[0].ringing).toMatchObject([{ device: "Phone", kinds: ["waiting"] }]);
  expect(exported.body).not.toContain(phone.endpoint);
  expect(exported.body).not.toContain(phone.keys.auth);
});

test("a sign-out while a device is switched on leaves none", async () => {
  const { site, service, dana } = await startRinging();
  const device = service.addDevice();
  const body = { endpoint: device.endpoint, keys: device.keys, device: "Phone" };
  const answers = await Promise.all([
    dana.call("POST", "/api/push/subscriptions", body),
    post(site, "/api/auth/logout", { refreshToken: dana.session.refreshToken }),
  ]);
  expect([201, 401]).toContain(answers[0].statusCode);
  expect(await site.database.read.selectFrom("push_subscriptions").selectAll().execute()).toEqual([]);
});

test("a visitor who books while a device is signed out gets the booking", async () => {
  const { site, dana, phone } = await startRinging();
  if (site.database.engine === "sqlite") return;
  await switchOn(dana, phone);
  const begun = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const signOut = site.database.transaction(async (trx) => {
    await trx.deleteFrom("sign_ins").execute();
    begun.resolve();
    await late.promise;
  });
  await begun.promise;
  const booking = bookMeeting(site);
  const waits = sql<{ pid: number }>`select pid from pg_locks where not granted`;
  await expect.poll(async () => (await waits.execute(site.database.read)).rows.length).toBeGreaterThan(0);
  late.resolve();
  await signOut;
  await booking;
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
