import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { newCall } from "#test/people.ts";
import { book, bookMeeting, freeTimes, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const MEETING = {
  meetingDate: "2026-11-25",
  meetingTime: "10:00 AM",
  meetingType: "in-person-property",
  propertyType: "single-family",
  timeframeToSell: "asap",
};
const CALLS = "/api/leads/calls";

/** A site with an admin who takes calls. */
async function start(options: Parameters<typeof startSite>[0] = {}) {
  const site = await startSite(options);
  const { call, session, user } = await addSignedIn(site);
  const enter = async (changes: object = {}) => call("POST", CALLS, newCall(changes));
  const withKey = (key: string, changes: object = {}) =>
    site.app.inject({
      method: "POST",
      url: CALLS,
      headers: { authorization: `Bearer ${session.accessToken}`, "idempotency-key": key },
      payload: newCall(changes),
    });
  return { site, call, user, session, enter, withKey };
}

/** How a program enters calls, with a key. */
async function programOf({ site, call }: Awaited<ReturnType<typeof start>>) {
  const form = { name: "Answering service", scope: "write-leads", endsOn: "2026-12-31" };
  const { token } = (await call("POST", "/api/keys", form)).json();
  const headers = { authorization: `Bearer ${token}` };
  return (changes: object = {}) =>
    site.app.inject({ method: "POST", url: CALLS, headers, payload: newCall({ reached: undefined, ...changes }) });
}

const logged = (log: object = {}) => ({ reached: undefined, log: { outcome: "reached", ...log } });

const leadsOf = (site: TestSite) => site.database.read.selectFrom("leads").selectAll().execute();
const kindsOf = async (site: TestSite) =>
  (await site.database.read.selectFrom("mails").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);
const count = async (site: TestSite, table: "calls" | "bookings" | "leads" | "people" | "notes" | "mails") =>
  (await site.database.read.selectFrom(table).selectAll().execute()).length;

test("a call begins a contacted lead with what was said, how they heard of us, and a note by its author", async () => {
  const { site, user, enter } = await start();
  const answer = await enter({ said: "The roof leaks.", heard: { source: "postcard", campaign: "spring-2026" } });
  expect(answer.statusCode, answer.body).toBe(201);
  const { leadId, callId, message } = answer.json();
  expect(message).toBe("Call saved");
  const [lead, ...more] = await leadsOf(site);
  expect(more).toEqual([]);
  expect(lead).toMatchObject({
    id: leadId,
    stage: "Contacted",
    is_open: 1,
    inquiries: 1,
    tries: 0,
    street: "12 Elm St",
    zip_code: "62704",
    situation: "inherited",
    first_utm_source: "postcard",
    first_utm_campaign: "spring-2026",
    source_said: 1,
  });
  const [note] = await site.database.read.selectFrom("notes").selectAll().execute();
  expect(note).toMatchObject({ lead_id: leadId, record_kind: "call", record_id: callId, author: user.email });
  expect(note?.text).toBe("The roof leaks.");
  const [call] = await site.database.read.selectFrom("calls").selectAll().execute();
  expect(call).toMatchObject({ name: "Walter Okonkwo", phone: "(217) 555-0142", email: null, taken_by: user.email });
  expect(await count(site, "mails")).toBe(0);
});

test("what is next is written with the call, ends the step that stood there, and a wrong day saves nothing", async () => {
  const { site, user, enter, call } = await start();
  const stepOf = async (leadId: string) => (await call("GET", `/api/leads/${leadId}`)).json().lead.nextStep;
  const refused = await enter(logged({ next: { what: "Call back", dueDay: "2020-01-01" } }));
  expect([refused.statusCode, refused.json().fields]).toEqual([
    400,
    { "log.next.dueDay": "Please choose today or a later day" },
  ]);
  expect([await count(site, "calls"), await count(site, "leads")]).toEqual([0, 0]);
  const { leadId } = (
    await enter(logged({ next: { what: "Call back", dueDay: "2026-11-25", dueTime: "16:00" } }))
  ).json();
  const first = await stepOf(leadId);
  expect(first).toMatchObject({ what: "Call back", dueDay: "2026-11-25", dueTime: "16:00" });
  await enter();
  expect(await stepOf(leadId)).toEqual(first);
  const again = await enter(logged({ next: { what: "Make an offer", dueDay: "2026-11-26" } }));
  expect([again.statusCode, again.json().leadId]).toEqual([201, leadId]);
  expect(await stepOf(leadId)).toMatchObject({ what: "Make an offer", dueDay: "2026-11-26" });
  const steps = await site.database.read.selectFrom("next_steps").selectAll().orderBy("due_day").execute();
  expect(steps.map(({ ended_how, created_by }) => [ended_how, created_by])).toEqual([
    ["done", user.email],
    [null, user.email],
  ]);
});

test("what came of a call is one entry of its lead's log, which can be taken back", async () => {
  const { site, enter, call, user } = await start();
  const { leadId } = (await enter(logged({ outcome: "not-interested" }))).json();
  const leadOf = async (id = leadId) => (await call("GET", `/api/leads/${id}`)).json().lead;
  expect(await leadOf()).toMatchObject({ stage: "Lost", lostReason: "not-selling", tries: 1 });
  const { log } = (await call("GET", `/api/leads/${leadId}/log`)).json();
  expect(log).toMatchObject([{ channel: "call", outcome: "not-interested", by: user.email }]);
  expect((await call("DELETE", `/api/leads/${leadId}/log/${log[0]._id}`)).json().message).toBe("Taken back");
  expect(await leadOf()).toMatchObject({ stage: "New" });
  expect((await leadOf()).tries).toBeFalsy();
  expect(await kindsOf(site)).toEqual([]);

  const silent = (await enter({ phone: "217-555-0188", ...logged({ outcome: "no-answer" }) })).json();
  expect(await leadOf(silent.leadId)).toMatchObject({ stage: "New", tries: 1 });
  expect(await kindsOf(site)).toEqual(["call-overdue", "call-overdue"]);
  const { lead } = (await call("GET", `/api/leads/${silent.leadId}/log`)).json();
  const asleep = (await enter({ phone: "217-555-0188", ...logged({ sleepUntil: "2026-12-24" }) })).json();
  expect([asleep.leadId, (await leadOf(lead._id)).asleep?.until]).toEqual([lead._id, "2026-12-24"]);
});

test("who asks to stop in a call is stopped by what they typed, in their words, and is lost; nothing is said twice", async () => {
  const { call, enter } = await start();
  const stopped = logged({ outcome: "asked-to-stop", stop: ["call", "text"] });
  const { leadId } = (await enter({ said: "Never call me again.", ...stopped })).json();
  expect((await call("GET", `/api/leads/${leadId}`)).json().lead).toMatchObject({
    stage: "Lost",
    lostReason: "asked-to-stop",
  });
  const { state, lines } = (await call("GET", "/api/permissions?phone=2175550142")).json();
  expect(state).toEqual({ call: "revoked", text: "revoked", email: "unknown" });
  expect(lines.map(({ words, said }: Record<string, string>) => [words, said])).toEqual([
    ["Never call me again.", "phone"],
    ["Never call me again.", "phone"],
  ]);
  const refused = async (changes: object) => (await enter(changes)).json().fields;
  expect(await refused({ ...stopped, meeting: MEETING })).toHaveProperty("meeting");
  expect(await refused({ ...logged(), reached: true })).toHaveProperty("reached");
  expect(await refused(logged({ outcome: "note" }))).toHaveProperty(["log.outcome"]);
  expect(await refused(logged({ outcome: "asked-to-stop" }))).toHaveProperty(["log.stop"]);
});

test("a call that a program enters waits and rings, and ends nobody's wait; who reaches the person ends all of them", async () => {
  const started = await start();
  const { site, call } = started;
  const endpoint = { name: "CRM", url: "https://crm.example.com/hook", events: ["call.created"] };
  expect((await call("POST", "/api/webhooks/endpoints", endpoint)).statusCode).toBe(201);
  await sendContactMessage(site, { email: "walter@example.com" });
  const byProgram = await programOf(started);
  const { leadId } = (await byProgram({ email: "walter@example.com", said: "Please call me back." })).json();
  expect(await leadsOf(site)).toMatchObject([{ id: leadId, stage: "New", inquiries: 2 }]);
  const waiting = async () => {
    const mails = site.database.read.selectFrom("mails").select("kind").where("state", "=", "waiting");
    return (await mails.orderBy("kind").execute()).map(({ kind }) => kind).filter((kind) => kind.endsWith("-overdue"));
  };
  expect(await waiting()).toEqual(["call-overdue", "call-overdue", "contact-overdue", "contact-overdue"]);
  expect(await kindsOf(site)).toContain("call-staff-notice");
  const [delivery] = await site.database.read.selectFrom("webhook_deliveries").selectAll().execute();
  expect(JSON.parse(delivery?.body ?? "")).toMatchObject({
    type: "call.created",
    data: { leadId, name: "Walter Okonkwo", email: "walter@example.com", reached: false, said: "Please call me back." },
  });
  site.clock.advance(600);
  const tried = await call("POST", `/api/leads/${leadId}/log`, { channel: "call", outcome: "reached" });
  expect(tried.json().lead).toMatchObject({ stage: "Contacted" });
  expect(await waiting()).toEqual([]);
  const row = await site.database.read.selectFrom("calls").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ first_contact_by: started.user.id, first_contact_minutes: 10 });
});

test("a meeting that a program agreed rings as a booking does; staff who have not reached the caller are only reminded", async () => {
  const started = await start();
  const { site, enter } = started;
  const byProgram = await programOf(started);
  const { bookingId } = (await byProgram({ meeting: MEETING })).json();
  expect(await kindsOf(site)).toEqual(["booking-overdue", "booking-overdue", "booking-staff-notice"]);
  const [booking] = await site.database.read.selectFrom("bookings").selectAll().execute();
  expect(booking).toMatchObject({
    id: bookingId,
    waiting_since: site.clock.now().toISOString(),
    first_contact_at: null,
  });
  await enter({ phone: "217-555-0199", reached: false });
  expect(await kindsOf(site)).toEqual([
    "booking-overdue",
    "booking-overdue",
    "booking-staff-notice",
    "call-overdue",
    "call-overdue",
  ]);
  expect((await leadsOf(site)).map(({ stage }) => stage).sort()).toEqual(["Meeting set", "New"]);
});

test("a second call about the same house joins the lead; another house of the same number begins another", async () => {
  const { site, enter } = await start();
  const first = (await enter()).json();
  const again = (await enter({ phone: "+1 217.555.0142", property: { street: "12 Elm Street" } })).json();
  expect(again).toMatchObject({ leadId: first.leadId, personId: first.personId });
  const other = (await enter({ property: { street: "9 Oak Ave", city: "Decatur" } })).json();
  expect(other.personId).toBe(first.personId);
  expect(other.leadId).not.toBe(first.leadId);
  expect(await count(site, "people")).toBe(1);
});

test("a call joins the lead that a booking began, and nobody waits for a contact any more", async () => {
  const { site, call, user, enter } = await start();
  const { id } = await bookMeeting(site, { email: "walter@example.com" });
  await sendContactMessage(site, { email: "walter@example.com" });
  site.clock.advance(600);
  const { leadId } = (await enter({ email: "Walter@Example.com", property: { street: "1422 elm st." } })).json();
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  expect(booking).toMatchObject({ leadId, firstContact: { by: user.id, minutes: 10 } });
  const message = await site.database.read.selectFrom("contact_messages").selectAll().executeTakeFirstOrThrow();
  expect(message.first_contact_by).toBe(user.id);
  const [lead] = await leadsOf(site);
  // A call does not take a lead back.
  expect(lead).toMatchObject({ id: leadId, stage: "Meeting set", inquiries: 3 });
  const waiting = site.database.read.selectFrom("mails").select("kind").where("state", "=", "waiting");
  expect((await waiting.execute()).map(({ kind }) => kind)).not.toContain("booking-overdue");
});

test("a meeting without an e-mail address is stored without one, answers an empty one, and enqueues nothing", async () => {
  const { site, call, user, enter } = await start();
  const answer = (await enter({ meeting: MEETING, said: "Call at the door." })).json();
  expect(answer.message).toBe(
    "Call saved and meeting booked. Without an e-mail address nothing is sent: please tell them the time.",
  );
  const { bookingId, leadId } = answer;
  const row = await site.database.read.selectFrom("bookings").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: bookingId, email: null, email_key: null, mailbox_key: null, lead_id: leadId });
  expect(await count(site, "mails")).toBe(0);
  const shown = {
    email: "",
    firstName: "Walter",
    lastName: "Okonkwo",
    status: "Scheduled",
    meetingTime: "10:00 AM",
    additionalInfo: "Call at the door.",
    firstContact: { by: user.id },
  };
  const { booking } = (await call("GET", `/api/bookings/${bookingId}/details`)).json();
  expect(booking).toMatchObject(shown);
  expect(booking.waitingSince).toBeUndefined();
  expect((await call("GET", "/api/bookings/list")).json().bookings).toMatchObject([shown]);
  expect((await site.app.inject(`/api/bookings/${bookingId}`)).json().booking).toMatchObject({ email: "" });
  expect((await leadsOf(site))[0]).toMatchObject({ stage: "Meeting set", inquiries: 2 });
});

test("a meeting with an e-mail address is confirmed to the caller, and staff get no notice of what they did", async () => {
  const { site, enter } = await start();
  const answer = (await enter({ email: "walter@example.com", meeting: MEETING })).json();
  expect(answer.message).toContain("A confirmation goes to walter@example.com.");
  const mails = await site.database.read.selectFrom("mails").select("kind").orderBy("kind").execute();
  expect(mails.map(({ kind }) => kind)).toEqual(["booking-confirmation", "booking-reminder"]);
});

test("staff pass the cap of three meetings and the limit of posts, but not the rules of slots", async () => {
  const { site, enter } = await start();
  const times = (await freeTimes(site, "2026-11-25")).slice(0, 12);
  for (const meetingTime of times) expect((await enter({ meeting: { ...MEETING, meetingTime } })).statusCode).toBe(201);
  const taken = await enter({ meeting: { ...MEETING, meetingTime: times[0] } });
  expect(taken.statusCode).toBe(409);
  expect(taken.json()).toMatchObject({ code: "slot_taken", fields: { meetingTime: "That time was just taken." } });
  for (const change of [{ meetingDate: "2026-11-22" }, { meetingDate: "2026-11-20", meetingTime: "9:30 AM" }]) {
    const refused = await enter({ meeting: { ...MEETING, ...change } });
    expect(refused.json()).toMatchObject({ code: "slot_not_offered" });
  }
  // What is refused leaves no trace.
  expect(await count(site, "calls")).toBe(times.length);
});

test("of a visitor and a call that want the same slot at once in two processes, one gets it and the other loses nothing", async () => {
  const { site, enter } = await start({ env: { RATE_LIMIT: "off" } });
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  for (const meetingTime of (await freeTimes(site, "2026-11-25")).slice(0, 5)) {
    const [visitor, staff] = await Promise.all([
      book(other, { meetingTime, email: `v${meetingTime.replace(/\W/g, "")}@example.com` }),
      enter({ meeting: { ...MEETING, meetingTime } }),
    ]);
    expect([visitor.statusCode, staff.statusCode].sort()).toEqual([201, 409]);
  }
  expect(await count(site, "bookings")).toBe(5);
});

test("a repeat with the same key answers the first call again; another body under the key is refused", async () => {
  const { site, withKey } = await start();
  const [first, second] = await Promise.all([withKey("k1", { meeting: MEETING }), withKey("k1", { meeting: MEETING })]);
  expect(second.json()).toEqual(first.json());
  expect((await withKey("k1", { meeting: MEETING })).json()).toEqual(first.json());
  expect(await count(site, "calls")).toBe(1);
  expect((await withKey("k1", { name: "Another" })).statusCode).toBe(422);
});

test("two calls of one new caller at once make one person and one lead", async () => {
  const { site, enter } = await start();
  const other = await startSite({ env: databaseOf(site) });
  const { call } = await addSignedIn(other, { email: "eli@example.com" });
  await Promise.all([enter(), call("POST", CALLS, newCall()), enter(), call("POST", CALLS, newCall())]);
  expect(await count(site, "people")).toBe(1);
  expect(await leadsOf(site)).toMatchObject([{ inquiries: 4 }]);
});

test("consent by voice is kept in the words that staff read aloud; what was not said yes to stays unknown", async () => {
  const { site, call, enter, user } = await start();
  await enter({ email: "walter@example.com", consent: { call: true, text: false } });
  const { state, lines } = (await call("GET", "/api/permissions?phone=2175550142&email=walter@example.com")).json();
  expect(state).toEqual({ call: "given", text: "unknown", email: "unknown" });
  const [given, ...more] = lines;
  expect(more).toEqual([]);
  expect(given).toMatchObject({ action: "given", channel: "call", said: "phone", by: user.email, version: "spoken-1" });
  expect(given.words).toMatch(/^Asked on the phone: “May Porchlight .*” They said yes to: calls\.$/);
  expect(await count(site, "calls")).toBe(1);
});

test("a call in which nothing was said about permissions writes no line, with a meeting or without one", async () => {
  const { site, call, enter } = await start();
  await enter();
  await enter({ email: "walter@example.com", consent: { call: false, text: false, email: false }, meeting: MEETING });
  const { state, lines } = (await call("GET", "/api/permissions?phone=2175550142&email=walter@example.com")).json();
  expect(lines).toEqual([]);
  expect(state).toEqual({ call: "unknown", text: "unknown", email: "unknown" });
  expect(await site.database.read.selectFrom("permission_details").selectAll().execute()).toEqual([]);
});

test("a stop that was said in a call is recorded in its words; a yes that would lift a stop is refused", async () => {
  const { site, call, enter, user } = await start();
  const stop = { channels: ["call"], words: "Do not call me again." };
  expect((await enter({ stop })).statusCode).toBe(201);
  const about = async () => (await call("GET", "/api/permissions?phone=2175550142")).json();
  expect(await about()).toMatchObject({
    state: { call: "revoked", text: "unknown" },
    lines: [{ action: "revoked", channel: "call", said: "phone", words: stop.words, by: user.email }],
  });
  const refused = await enter({ consent: { call: true, text: true } });
  expect(refused.statusCode).toBe(400);
  const message = "They asked us to stop this. Only they can lift it, by agreeing again on a form of the site.";
  expect(refused.json().fields).toEqual({ "consent.call": message });
  expect(await count(site, "calls")).toBe(1);
  expect((await enter({ consent: { text: true } })).statusCode).toBe(201);
  expect((await about()).state).toMatchObject({ call: "revoked", text: "given" });
});

test("a yes and a stop of the same channel, and a stop without words, are mistakes", async () => {
  const { enter } = await start();
  const fields = async (changes: object) => (await enter(changes)).json().fields;
  expect(await fields({ consent: { text: true }, stop: { channels: ["text"], words: "No texts." } })).toEqual({
    "stop.channels": "They cannot allow and stop the same",
  });
  expect(await fields({ stop: { channels: ["text"], words: " " } })).toEqual({
    "stop.words": "Please write what they said",
  });
});

test("people are found by number and by e-mail, with their open leads and what they have stopped", async () => {
  const { site, call, enter } = await start();
  const { leadId, personId } = (await enter()).json();
  await bookMeeting(site, { phone: "217-555-0142" });
  await call("POST", "/api/permissions/revocations", {
    phone: "2175550142",
    channels: ["call"],
    words: "Do not call me again.",
    said: "phone",
  });
  const find = async (query: string) => (await call("GET", `/api/leads/callers?${query}`)).json();
  const { callers, stopped } = await find("phone=%2B1+(217)+555-0142&email=RENEE@example.com");
  expect(stopped).toEqual(["call"]);
  expect(callers).toMatchObject([
    { name: "Renée O'Brien-Núñez", isSameEmail: true, stopped: ["call"], leads: [{ stage: "Meeting set" }] },
    {
      _id: personId,
      isSameEmail: false,
      leads: [{ _id: leadId, property: { street: "12 Elm St", zipCode: "62704" } }],
    },
  ]);
  expect(await find("phone=217&email=renee")).toEqual({ success: true, callers: [], plan: expect.anything() });
});

test("a person whom staff choose gets the call and an e-mail address they had not; another's address is refused", async () => {
  const { site, call, enter } = await start();
  const { personId } = (await enter()).json();
  site.clock.advance(60);
  await bookMeeting(site);
  site.clock.advance(60);
  const chosen = (await enter({ personId, phone: "", email: "walter@example.com" })).json();
  expect(chosen.personId).toBe(personId);
  // The person with the latest inquiry comes first, whichever way it came.
  const { people } = (await call("GET", "/api/people/search")).json();
  expect(people[0]).toMatchObject({ _id: personId, updatedAt: site.clock.now().toISOString() });
  const { callers } = (await call("GET", "/api/leads/callers?email=walter@example.com")).json();
  expect(callers).toMatchObject([{ _id: personId, isSameEmail: true }]);
  const refused = await enter({ personId, email: "renee@example.com" });
  expect(refused.statusCode).toBe(400);
  expect(Object.keys(refused.json().fields)).toEqual(["email"]);
  expect((await enter({ personId: "nobody" })).json().fields).toHaveProperty("personId");
  expect(await count(site, "people")).toBe(2);
});

test("every mistake is named at once, and a meeting needs more than a call", async () => {
  const { enter } = await start();
  const fields = async (changes: object) => Object.keys((await enter(changes)).json().fields ?? {}).sort();
  expect(await fields({ name: " ", phone: "", email: "" })).toEqual(["name", "phone"]);
  expect(await fields({ phone: "12", property: { zipCode: "1", state: "XX" } })).toEqual([
    "phone",
    "property.state",
    "property.zipCode",
  ]);
  expect(await fields({ consent: { email: true } })).toEqual(["email"]);
  expect(await fields({ property: {}, situation: "", meeting: MEETING })).toEqual([
    "property.city",
    "property.street",
    "situation",
  ]);
  const byPhone = { ...MEETING, meetingType: "phone" };
  expect((await enter({ property: { state: "IL" }, meeting: byPhone })).statusCode).toBe(201);
});

test("a meeting asks for no more than the caller said: state, property type and timeframe may be missing, and stay so in the file", async () => {
  const { site, call, enter, session } = await start();
  const { meetingDate, meetingTime } = MEETING;
  const meeting = { meetingDate, meetingTime, meetingType: "phone" };
  const answer = await enter({ email: "walter@example.com", property: {}, situation: "inherited", meeting });
  expect(answer.statusCode, answer.body).toBe(201);
  const { bookingId, leadId } = answer.json();
  const details = async () => (await call("GET", `/api/bookings/${bookingId}/details`)).json().booking;
  const said = { propertyType: "", timeframeToSell: "", propertyAddress: { state: "" } };
  expect(await details()).toMatchObject(said);
  expect((await call("GET", `/api/leads/${leadId}`)).json().lead.property).toEqual({});
  expect((await call("GET", "/api/bookings/list")).json()).toMatchObject({ pagination: { totalItems: 1 } });
  const csv = (await call("GET", "/api/bookings/export/csv")).body;
  expect(csv).toContain(",,Inherited Property,,Phone call,");
  const headers = { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" };
  const url = "/api/bookings/import?mode=check";
  const { report } = (await site.app.inject({ method: "POST", url, headers, payload: csv })).json();
  expect(report).toMatchObject({ rows: 1, wrongLines: 0, problems: [] });
  // Visitors still say all of it.
  const booked = await book(site, { propertyType: "", timeframeToSell: "" });
  expect(Object.keys(booked.json().fields).sort()).toEqual(["propertyType", "timeframeToSell"]);
  const { version, firstName, lastName, email, phone, propertyAddress } = await details();
  const correction = {
    firstName,
    lastName,
    email,
    phone,
    propertyAddress: { ...propertyAddress, street: "9 Oak Ave" },
    version,
  };
  expect((await call("PATCH", `/api/bookings/${bookingId}/correction`, correction)).statusCode).toBe(200);
  expect(await details()).toMatchObject({ ...said, propertyAddress: { street: "9 Oak Ave", state: "" } });
});
