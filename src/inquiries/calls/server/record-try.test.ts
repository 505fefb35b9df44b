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
  const record = (made: object) => call("POST", `/api/leads/${leadId}/tries`, made);
  return { site, call, user, session, id, leadId, booking, message, record };
}

test("a try that did not reach the person only counts, in both lists and details", async () => {
  const { site, call, user, leadId, booking, message, record } = await start();
  expect((await booking()).tries).toBeUndefined();
  const answer = await record(LEFT);
  expect(answer.statusCode, answer.body).toBe(201);
  const one = { leadId, by: user.email, ...LEFT };
  expect(answer.json()).toMatchObject({
    message: "Try recorded",
    lead: { tries: 1, stage: "Meeting set" },
    tries: [one],
  });
  site.clock.advance(60);
  await record({ channel: "text", outcome: "wrong-number" });
  expect(await booking()).toMatchObject({ tries: 2, version: 1 });
  expect(await message()).toMatchObject({ tries: 2, version: 1 });
  expect((await booking()).firstContact).toBeUndefined();
  expect((await call("GET", "/api/bookings/list")).json().bookings).toMatchObject([{ tries: 2 }]);
  expect((await call("GET", `/api/leads/${leadId}/tries`)).json().tries).toMatchObject([{ channel: "text" }, one]);
});

test("a try that reached the person is the first contact of all that waits, and withdraws the reminders of it", async () => {
  const { site, user, booking, message, record } = await start();
  site.clock.advance(35 * 60);
  expect((await record({ channel: "in-person", outcome: "reached" })).json().message).toBe("Contact recorded");
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
  const { lead } = (await call("GET", `/api/leads/${leadId}/tries`)).json();
  // The mark does not say how, so it is no entry of its own.
  expect(lead).toEqual({ _id: leadId, stage: "Contacted", tries: 0 });
  expect((await call("POST", `/api/leads/${leadId}/tries`, CALL)).json().lead).toMatchObject({ tries: 1 });
});

test("a repeat with the same key counts once; a mark of another admin at the same moment is kept", async () => {
  const { site, session, id, leadId, booking, record } = await start();
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const second = await addSignedIn(other, { email: "eli@example.com" });
  const send = () =>
    site.app.inject({
      method: "POST",
      url: `/api/leads/${leadId}/tries`,
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
  expect((await call("POST", "/api/leads/0123456789abcdefghjkmnpqrs/tries", CALL)).statusCode).toBe(404);
  expect((await call("POST", "/api/leads/nobody/tries", CALL)).statusCode).toBe(404);
  expect((await call("GET", "/api/leads/0123456789abcdefghjkmnpqrs/tries")).statusCode).toBe(404);
  expect(Object.keys((await record({ channel: "pigeon" })).json().fields).sort()).toEqual(["channel", "outcome"]);
});
