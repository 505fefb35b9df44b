import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite } from "#test/server.ts";

const EMAIL = "renee@example.com";
const CALL = { channel: "call", outcome: "reached" };
const LEFT = { channel: "call", outcome: "left-message", words: "On the machine." };

/** A person who has booked and written about one house. */
async function start() {
  const site = await startSite({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" } });
  const { call, user, session } = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, { email: EMAIL });
  const booking = async () => (await call("GET", `/api/bookings/${id}/details`)).json().booking;
  const message = async () => (await call("GET", "/api/contact/admin/submissions")).json().contacts[0];
  const { leadId } = await booking();
  const record = (made: object) => call("POST", `/api/leads/${leadId}/log`, made);
  return { site, call, user, session, id, leadId, booking, message, record };
}

test("a try that did not reach the person only counts, in both lists and details", async () => {
  const { site, call, user, leadId, booking, message, record } = await start();
  expect((await booking()).tries).toBeUndefined();
  const answer = await record(LEFT);
  expect(answer.statusCode, answer.body).toBe(201);
  const one = { leadId, by: user.email, ...LEFT };
  expect(answer.json()).toMatchObject({
    message: "Logged",
    lead: { tries: 1, stage: "Meeting set" },
    log: [one],
  });
  site.clock.advance(60);
  await record({ channel: "text", outcome: "wrong-number" });
  expect(await booking()).toMatchObject({ tries: 2, version: 1 });
  expect(await message()).toMatchObject({ tries: 2, version: 1 });
  expect((await booking()).firstContact).toBeUndefined();
  expect((await call("GET", "/api/bookings/list")).json().bookings).toMatchObject([{ tries: 2 }]);
  expect((await call("GET", `/api/leads/${leadId}/log`)).json().log).toMatchObject([{ channel: "text" }, one]);
});

test("a try that reached the person is the first contact of all that waits, and withdraws the reminders of it", async () => {
  const { site, user, booking, message, record } = await start();
  site.clock.advance(35 * 60);
  expect((await record({ channel: "in-person", outcome: "reached" })).json().message).toBe("Logged");
  const firstContact = { by: user.id, minutes: 35 };
  expect(await booking()).toMatchObject({ firstContact, tries: 1, version: 2 });
  expect(await message()).toMatchObject({ firstContact, tries: 1 });
  const mails = site.database.read.selectFrom("mails").select("kind").where("state", "=", "waiting");
  expect((await mails.execute()).map(({ kind }) => kind).filter((kind) => kind.endsWith("overdue"))).toEqual([]);
});

const WAITING = [
  { email: EMAIL, propertyAddress: { street: "9 Nightjar Lane", city: "Springfield", state: "IL", zipCode: "62704" } },
  { email: "renee@work.example.com", phone: "(217) 555-0100" },
  { email: "tomas@example.com", phone: "(217) 555-0177" },
];

test("a person who was reached waits no more for another house, nor under a merged address; others do", async () => {
  const { site, call, leadId, record } = await start();
  const ids: string[] = [];
  for (const [hour, changes] of WAITING.entries())
    ids.push((await bookMeeting(site, { ...changes, meetingTime: `${hour + 1}:00 PM` })).id);
  const detailsOf = async (id = "") => (await call("GET", `/api/bookings/${id}/details`)).json().booking;
  const personOf = async (lead: string) => (await call("GET", `/api/people/of-lead/${lead}`)).json().personId;
  const [renee, atWork] = [await personOf(leadId), await personOf((await detailsOf(ids[1])).leadId)];
  await call("POST", `/api/people/${renee}/merge`, { personId: atWork });
  site.clock.advance(5 * 60);
  expect((await record(CALL)).statusCode).toBe(201);
  const minutes = await Promise.all(ids.map(async (id) => (await detailsOf(id)).firstContact?.minutes));
  expect(minutes).toEqual([5, 5, undefined]);
});

test("a call in which the person was reached ends every wait of theirs", async () => {
  const { site, call, booking } = await start();
  const { id } = await bookMeeting(site, { ...WAITING[0], meetingTime: "1:00 PM" });
  await call("POST", "/api/leads/calls", newCall({ email: EMAIL }));
  expect((await booking()).firstContact).toBeDefined();
  expect((await call("GET", `/api/bookings/${id}/details`)).json().booking.firstContact).toBeDefined();
});

test("a message's lead becomes Contacted when the person is reached, and a mark alone counts as no try", async () => {
  const site = await startSite();
  const { call } = await addSignedIn(site);
  await sendContactMessage(site);
  const [{ _id, leadId }] = (await call("GET", "/api/contact/admin/submissions")).json().contacts;
  await call("PATCH", `/api/contact/admin/submissions/${_id}/first-contact`, { contacted: true });
  const { lead } = (await call("GET", `/api/leads/${leadId}/log`)).json();
  // The mark does not say how, so it is no entry of its own.
  expect(lead).toMatchObject({ _id: leadId, stage: "Contacted", tries: 0 });
  expect((await call("POST", `/api/leads/${leadId}/log`, CALL)).json().lead).toMatchObject({ tries: 1 });
});

test("a repeat with the same key counts once; a mark of another admin at the same moment is kept", async () => {
  const { site, session, id, leadId, booking, record } = await start();
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const second = await addSignedIn(other, { email: "eli@example.com" });
  const send = () =>
    site.app.inject({
      method: "POST",
      url: `/api/leads/${leadId}/log`,
      headers: { authorization: `Bearer ${session.accessToken}`, "idempotency-key": "t1" },
      payload: CALL,
    });
  const answers = await Promise.all([
    send(),
    second.call("PATCH", `/api/bookings/${id}/first-contact`, { contacted: true }),
    send(),
    record(LEFT),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200, 201, 201]);
  expect(await booking()).toMatchObject({ tries: 2, firstContact: { minutes: 0 }, version: 2 });
});

test("unknown leads and nonsense are refused", async () => {
  const { call, record } = await start();
  expect((await call("POST", "/api/leads/0123456789abcdefghjkmnpqrs/log", CALL)).statusCode).toBe(404);
  expect((await call("POST", "/api/leads/nobody/log", CALL)).statusCode).toBe(404);
  expect((await call("GET", "/api/leads/0123456789abcdefghjkmnpqrs/log")).statusCode).toBe(404);
  expect(Object.keys((await record({ channel: "pigeon" })).json().fields).sort()).toEqual(["channel", "outcome"]);
});

const NEXT = { what: "Call again", dueDay: "2026-11-24" };

async function leadOf({ call, leadId }: Awaited<ReturnType<typeof start>>) {
  return (await call("GET", `/api/leads/${leadId}`)).json().lead;
}

test("an entry says what is next: the open step ends as done, and who had it has the next one", async () => {
  const started = await start();
  const { call, user, record } = started;
  await record({ ...LEFT, next: { ...NEXT, assigneeId: user.id } });
  expect((await leadOf(started)).nextStep).toMatchObject({ ...NEXT, assignee: { email: user.email } });
  const answer = await record({
    channel: "call",
    outcome: "no-answer",
    next: { what: "Try at noon", dueDay: "2026-11-25" },
  });
  expect(answer.json().lead.nextStep).toMatchObject({ what: "Try at noon", assigneeId: user.id });
  // Without a word of what is next, the step stays; a note ends it without a try.
  await record({ channel: "call", outcome: "no-answer" });
  expect((await leadOf(started)).nextStep).toMatchObject({ what: "Try at noon" });
  expect((await record({ channel: "call", outcome: "note" })).json().fields).toHaveProperty("words");
  expect((await record({ channel: "call", outcome: "note", next: null })).json().lead).toMatchObject({ tries: 3 });
  const lead = await leadOf(started);
  expect(lead).toMatchObject({ tries: 3, isOpen: true });
  expect(lead.nextStep).toBeUndefined();
  const { events } = (await call("GET", `/api/people/${lead.person._id}`)).json();
  expect(JSON.stringify(events)).toContain("Try at noon");
});

test("who is not interested is lost with their step, who asks to stop is stopped, and a contract stays", async () => {
  const started = await start();
  const { call, leadId, record } = started;
  await record({ ...LEFT, next: NEXT });
  expect((await record({ channel: "call", outcome: "not-interested", next: NEXT })).json().fields).toHaveProperty(
    "next",
  );
  await record({ channel: "call", outcome: "not-interested", words: "Sold it to her cousin." });
  const lost = await leadOf(started);
  expect(lost).toMatchObject({ stage: "Lost", lostReason: "not-selling", isOpen: false });
  expect(lost.nextStep).toBeUndefined();
  expect((await record({ channel: "call", outcome: "reached", next: NEXT })).json().code).toBe("lead_ended");

  await call("PATCH", `/api/leads/${leadId}/stage`, { stage: "Met" });
  expect((await record({ channel: "call", outcome: "asked-to-stop" })).json().fields).toHaveProperty("stop");
  await record({ channel: "call", outcome: "asked-to-stop", stop: ["call", "text"], words: "Leave me alone." });
  const stopped = await leadOf(started);
  expect(stopped).toMatchObject({ stage: "Lost", lostReason: "asked-to-stop" });
  expect(stopped.person.stopped).toEqual(["call", "text"]);

  await call("PATCH", `/api/leads/${leadId}/stage`, { stage: "Under contract" });
  await record({ channel: "email", outcome: "asked-to-stop", stop: ["email"] });
  expect(await leadOf(started)).toMatchObject({ stage: "Under contract", isOpen: true });
});

test("within ten minutes an entry is taken back as one: first contacts, stage, step and count, but not a stop", async () => {
  const started = await start();
  const { site, call, leadId, booking, message, record } = started;
  await record({ ...LEFT, next: NEXT });
  const before = await leadOf(started);
  const { logId } = (await record({ channel: "call", outcome: "not-interested", words: "No." })).json();
  expect((await message()).firstContact).toBeDefined();
  site.clock.advance(9 * 60);
  const answer = await call("DELETE", `/api/leads/${leadId}/log/${logId}`);
  expect(answer.json()).toMatchObject({ message: "Taken back", lead: { tries: 1 } });
  const { nextStep, stage, lostReason, isOpen, tries } = await leadOf(started);
  expect({ stage, lostReason, isOpen, tries }).toEqual({ stage: before.stage, isOpen: true, tries: 1 });
  expect((await leadOf(started)).stageAt).toBe(before.stageAt);
  expect(nextStep).toMatchObject(NEXT);
  expect((await booking()).firstContact).toBeUndefined();
  expect((await message()).firstContact).toBeUndefined();
  expect((await call("DELETE", `/api/leads/${leadId}/log/${logId}`)).statusCode).toBe(404);

  const stop = (await record({ channel: "call", outcome: "asked-to-stop", stop: ["call"] })).json();
  const taken = await call("DELETE", `/api/leads/${leadId}/log/${stop.logId}`);
  expect(taken.json().message).toBe("Taken back. The stop stays: only the person can lift it");
  expect(await leadOf(started)).toMatchObject({ stage: before.stage, person: { stopped: ["call"] } });

  const late = (
    await record({ channel: "call", outcome: "reached", next: { what: "Visit", dueDay: "2026-11-26" } })
  ).json();
  site.clock.advance(11 * 60);
  expect((await call("DELETE", `/api/leads/${leadId}/log/${late.logId}`)).json()).toMatchObject({
    code: "changed_meanwhile",
    lead: { nextStep: { what: "Visit" } },
  });
});

test("what another admin has changed since is not taken back over their heads, nor saved over", async () => {
  const started = await start();
  const { call, leadId, record } = started;
  const { version } = (await call("GET", `/api/leads/${leadId}/log`)).json().lead;
  const { logId } = (await record({ channel: "call", outcome: "reached", next: NEXT, version })).json();
  const { nextStep } = await leadOf(started);
  await call("PATCH", `/api/next-steps/${nextStep._id}`, { what: "Bring the papers" });
  const refused = await call("DELETE", `/api/leads/${leadId}/log/${logId}`);
  expect(refused.json()).toMatchObject({ code: "changed_meanwhile", lead: { nextStep: { what: "Bring the papers" } } });

  await call("PATCH", `/api/leads/${leadId}/stage`, { stage: "Met" });
  const stale = await record({ channel: "call", outcome: "not-interested", version });
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: "changed_meanwhile", lead: { stage: "Met" } });
  expect((await call("GET", `/api/leads/${leadId}/log`)).json().log).toHaveLength(1);
});

test("of two admins who take the same entry back at once, one does, and the person is counted right", async () => {
  const started = await start();
  const { site, leadId, record } = started;
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const second = await addSignedIn(other, { email: "eli@example.com" });
  const { logId } = (await record({ ...LEFT, next: NEXT })).json();
  const path = `/api/leads/${leadId}/log/${logId}`;
  const codes = (await Promise.all([started.call("DELETE", path), second.call("DELETE", path)])).map(
    ({ statusCode }) => statusCode,
  );
  expect(codes.sort()).toEqual([200, 404]);
  const lead = await leadOf(started);
  expect(lead.tries).toBe(0);
  expect(lead.nextStep).toBeUndefined();
});

test("tries without an answer follow the plan, and after the last the lead sleeps or is lost, in one entry", async () => {
  const started = await start();
  const { call, leadId, record, site } = started;
  const plan = async () => (await call("GET", `/api/leads/${leadId}/log`)).json().plan;
  expect(await plan()).toEqual({ unanswered: 0, most: 6, next: { dueDay: "2026-11-21", dueTime: "17:30" } });
  for (let tries = 1; tries <= 5; tries++) {
    site.clock.advance(1);
    await record({ ...LEFT, outcome: tries % 2 ? "no-answer" : "left-message" });
    expect((await plan()).unanswered).toBe(tries);
  }
  expect((await plan()).next).toBeUndefined();
  const slept = (await record({ channel: "call", outcome: "no-answer", sleepUntil: null })).json();
  expect((await leadOf(started)).asleep).toEqual({ since: site.clock.now().toISOString() });
  await call("DELETE", `/api/leads/${leadId}/log/${slept.logId}`);
  expect((await leadOf(started)).asleep).toBeUndefined();

  await record({ ...LEFT, next: { ...NEXT, dueTime: "09:30" } });
  expect((await leadOf(started)).nextStep).toMatchObject({ dueTime: "09:30" });
  await record({ channel: "call", outcome: "no-answer", sleepUntil: "2026-12-01" });
  expect((await leadOf(started)).nextStep).toBeUndefined();
  site.clock.advance(1);
  // The entry woke it, so taking it back lets it sleep again.
  const { logId } = (await record({ channel: "call", outcome: "reached" })).json();
  expect((await leadOf(started)).asleep).toBeUndefined();
  expect(await plan()).toMatchObject({ unanswered: 0 });
  await call("DELETE", `/api/leads/${leadId}/log/${logId}`);
  expect((await leadOf(started)).asleep).toMatchObject({ until: "2026-12-01" });

  expect((await record({ ...CALL, lost: true })).json().fields).toHaveProperty("lost");
  expect((await record({ ...LEFT, lost: true, sleepUntil: null })).json().fields).toHaveProperty("next");
  expect((await record({ ...LEFT, sleepUntil: "2026-11-20" })).json().fields).toHaveProperty("sleepUntil");
  expect((await record({ ...LEFT, next: { ...NEXT, dueTime: "25:00" } })).json().fields).toHaveProperty("next.dueTime");
  await record({ ...LEFT, lost: true });
  expect(await leadOf(started)).toMatchObject({ stage: "Lost", lostReason: "no-answer" });
});
