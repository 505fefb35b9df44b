import { expect, test } from "vitest";
import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, post, sendContactMessage } from "#test/requests.ts";
import { type Admin, addOnDuty, startRinging, switchOn } from "#test/ringing/devices.ts";
import { bookLead, sentOffer } from "#test/sent-offers.ts";

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
  const change = (what: string, more: object) => post(site, `/api/manage-meeting/${what}`, { token, ...more });
  site.clock.advance(2 * MINUTE);
  const later = { sequence: 0, meetingDate: "2026-11-25", meetingTime: "2:00 PM" };
  const moved = await change("move", later);
  expect(moved.statusCode, moved.body).toBe(200);
  expect((await ring()).map(({ message }) => message.title)).toEqual(["A meeting is moved"]);
  expect((await change("move", { ...later, sequence: 1 })).statusCode).toBe(200);
  expect(await ring(), "it is at that time already").toEqual([]);
  site.clock.advance(2 * MINUTE);
  expect((await change("cancel", { sequence: 1 })).statusCode).toBe(200);
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
