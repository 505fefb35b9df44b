import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Facts } from "#company/facts/schema.ts";
import { addSignedIn } from "#test/accounts.ts";
import { findPart, parseMime } from "#test/mime.ts";
import { type BookingChanges, newCall } from "#test/people.ts";
import { publishFacts } from "#test/published.ts";
import { book, bookMeeting, post } from "#test/requests.ts";
import { sentMails, startSiteWithMail, type TestSite } from "#test/server.ts";

const ROOM = "https://video.example/room?pwd=a&b='c'";
const DANAS = "https://video.example/dana";
const ELENAS = "https://video.example/elena";
const STEP = "Send the link of the video call";
const VIRTUAL = { meetingType: "virtual" } as const;
const CALL_BACK = { what: "Call back", dueDay: "2026-11-23" };

async function start(now?: string) {
  const env = { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "86400" };
  const { site, smtp } = await startSiteWithMail({ env, ...(now && { now }) });
  const dana = await addSignedIn(site);
  const tell = (id: string, place: string, hostId = "") =>
    dana.call("PATCH", `/api/bookings/${id}/whereabouts`, { place, hostId });
  const toVisitor = async () => (await sentMails({ site, smtp })).filter(({ to }) => to === "renee@example.com");
  const stepOf = async (id: string) => {
    const { booking } = (await dana.call("GET", `/api/bookings/${id}/details`)).json();
    return (await dana.call("GET", `/api/leads/${booking.leadId}`)).json().lead.nextStep;
  };
  return { site, smtp, ...dana, tell, toVisitor, stepOf };
}

const withLinks = (meetings: Partial<Facts["meetings"]>) => (facts: Facts) => ({
  ...facts,
  meetings: { ...facts.meetings, ...meetings },
});

const hiddenAddress = (facts: Facts): Facts => ({
  ...facts,
  claims: { ...facts.claims, address: { ...facts.claims.address, state: "hidden" } },
});

function lookUp(site: TestSite, token: string) {
  return post(site, "/api/manage-meeting/look-up", { token }).then((answer) => answer.json().meeting);
}

/** What anyone can read who knows the id. */
async function publicTexts({ app }: TestSite, id: string): Promise<string> {
  const answers = [`/api/bookings/${id}`, `/api/bookings/${id}/invite.ics`, "/api/site/public"].map((url) =>
    app.inject(url),
  );
  return (await Promise.all(answers)).map(({ body }) => body.replaceAll("\r\n ", "")).join();
}

test("a confirmation without a link says by when it comes, and the lead has a step until staff have typed it", async () => {
  const { site, tell, toVisitor, stepOf } = await start();
  const { id, token } = await bookMeeting(site, VIRTUAL);
  const [confirmation] = await toVisitor();
  expect(confirmation?.text).toContain("Link: The link comes by Tue, Nov 24 at 10:00 AM CT.");
  expect(await stepOf(id)).toMatchObject({ what: STEP, dueDay: "2026-11-24", dueTime: "10:00" });
  expect(await lookUp(site, token)).toMatchObject({ toldBy: "2026-11-24T16:00:00.000Z", sequence: 0 });

  const answer = await tell(id, ROOM);
  expect(answer.json()).toMatchObject({ told: ROOM, place: ROOM });
  expect(await stepOf(id)).toBeUndefined();
  const told = await toVisitor();
  expect(told.map(({ subject }) => subject)).toEqual(["The link for your meeting on Wed, Nov 25 at 10:00 AM CT"]);
  expect(told[0]?.text).toContain(`Link: ${ROOM}`);
  const managed = await lookUp(site, token);
  expect(managed).toMatchObject({ told: ROOM, sequence: 1 });
  expect(managed).not.toHaveProperty("toldBy");

  expect((await tell(id, ROOM)).json()).toMatchObject({ told: ROOM });
  expect(await toVisitor()).toEqual([]);
  expect((await tell(id, "")).json()).not.toHaveProperty("told");
  expect(await stepOf(id)).toMatchObject({ what: STEP });
  expect(await toVisitor()).toEqual([]);
});

test("the company's link is in the first mail, its invite, the day sheet, the feed and the manage page, and in nothing that anyone can open", async () => {
  const { site, smtp, call, stepOf } = await start();
  await publishFacts(site, withLinks({ videoLink: "company", companyLink: ROOM }));
  const { id, token } = await bookMeeting(site, VIRTUAL);
  expect(await stepOf(id)).toBeUndefined();
  await site.site.mail.sendDue();
  const message = parseMime(smtp.mails.find(({ to }) => to[0] === "renee@example.com")?.raw ?? "");
  expect(findPart(message, "text/plain").text).toContain(`Link: ${ROOM}`);
  const escaped = ROOM.replaceAll("&", "&amp;").replaceAll("'", "&#39;");
  expect(findPart(message, "text/html").text).toContain(`<a href="${escaped}"`);
  const event = new ICAL.Component(ICAL.parse(findPart(message, "text/calendar").text)).getFirstSubcomponent("vevent");
  expect(event?.getFirstPropertyValue("location")).toBe(ROOM);
  expect(event?.getFirstPropertyValue("url")).toBe(ROOM);
  expect(await lookUp(site, token)).toMatchObject({ told: ROOM });
  const sheet = (await call("GET", "/api/bookings/day-sheet")).json();
  expect(JSON.stringify(sheet)).toContain(ROOM);
  const { url } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  expect((await site.app.inject(new URL(url).pathname)).body.replaceAll("\r\n ", "")).toContain(`LOCATION:${ROOM}`);
  expect(await publicTexts(site, id)).not.toContain("video.example");

  const { token: key } = (await call("POST", "/api/keys", { name: "CRM", scope: "all", endsOn: "2026-12-31" })).json();
  const asked = (url: string) => site.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  for (const url of ["list", "agenda", "day-sheet", `${id}/details`]) {
    const answer = await asked(`/api/bookings/${url}`);
    expect(answer.statusCode, url).toBe(200);
    expect(answer.body, url).not.toContain("video.example");
  }
  expect((await asked(`/api/bookings/${id}/whereabouts`)).statusCode).toBe(403);
});

test("with a link for each person the one who holds the meeting decides, and a single one holds all", async () => {
  const { site, call, user, tell, toVisitor, stepOf } = await start();
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await publishFacts(site, withLinks({ videoLink: "person" }));
  await call("PATCH", "/api/account", { name: "Dana", videoLink: DANAS });
  const { id, token } = await bookMeeting(site, VIRTUAL);
  expect((await toVisitor())[0]?.text).toContain(`Link: ${DANAS}`);

  await elena.call("PATCH", "/api/account", { videoLink: ELENAS });
  const other = await bookMeeting(site, { ...VIRTUAL, meetingTime: "2:00 PM" });
  expect((await toVisitor())[0]?.text).toContain("Link: The link comes by");
  expect(await stepOf(other.id)).toMatchObject({ what: STEP });
  const seen = (await call("GET", `/api/bookings/${other.id}/whereabouts`)).json();
  expect(seen.hosts).toEqual([
    { _id: user.id, name: "Dana" },
    { _id: elena.user.id, name: "elena@example.com" },
  ]);
  expect((await tell(other.id, "", "nobody")).json().fields).toHaveProperty("hostId");
  expect((await tell(other.id, "", elena.user.id)).json()).toMatchObject({ told: ELENAS });
  expect((await toVisitor())[0]?.text).toContain(`Link: ${ELENAS}`);
  // Who gets a link later takes over no meeting.
  expect(await lookUp(site, token)).toMatchObject({ told: DANAS });
  await tell(id, ROOM, user.id);
  expect((await toVisitor())[0]?.text).toContain(`Link: ${ROOM}`);

  const meeting = { ...VIRTUAL, meetingDate: "2026-11-30", meetingTime: "10:00 AM" };
  const entered = await call("POST", "/api/leads/calls", newCall({ email: "walter@example.com", meeting }));
  const { told } = (await call("GET", `/api/bookings/${entered.json().bookingId}/whereabouts`)).json();
  expect(told).toBe(DANAS);
});

test("an office whose address is not public: the address is promised, typed by staff and told", async () => {
  const { site, tell, toVisitor, stepOf } = await start();
  const shown = await bookMeeting(site, { meetingType: "in-person-office" });
  expect((await toVisitor())[0]?.text).toContain("Address: 214 Maple Street, Springfield, IL 62701");
  expect(await stepOf(shown.id)).toBeUndefined();
  await publishFacts(site, hiddenAddress);
  const { id } = await bookMeeting(site, { meetingType: "in-person-office", meetingDate: "2026-12-01" });
  expect((await toVisitor())[0]?.text).toContain("Address: The address comes by Mon, Nov 30 at 10:00 AM CT.");
  expect(await stepOf(id)).toMatchObject({ what: "Tell the address of the meeting" });
  await tell(id, "7 Côté Street, rear door");
  const [told] = await toVisitor();
  expect(told?.subject).toBe("The address for your meeting on Tue, Dec 1 at 10:00 AM CT");
  expect(told?.text).toContain("Address: 7 Côté Street, rear door");
  expect(await publicTexts(site, id)).not.toContain("Côté");
});

test("what staff have planned follows the link in the same step, and stands alone once it is sent", async () => {
  const { site, call, tell, stepOf } = await start();
  const { id } = await bookMeeting(site);
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  await call("POST", `/api/leads/${booking.leadId}/next-steps`, CALL_BACK);
  const virtual = await bookMeeting(site, { ...VIRTUAL, meetingTime: "2:00 PM" });
  expect(await stepOf(id)).toMatchObject({ what: `${STEP}, then: Call back`, dueDay: "2026-11-23" });
  await tell(virtual.id, ROOM);
  expect(await stepOf(id)).toMatchObject(CALL_BACK);
});

test("a later step keeps its day behind the promise, and logging what is next does not end the promise", async () => {
  const { site, call, tell, stepOf } = await start();
  const { id } = await bookMeeting(site, VIRTUAL);
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  const next = { what: "Make an offer ".repeat(14).trim(), dueDay: "2026-12-10", dueTime: "09:00" };
  const log = `/api/leads/${booking.leadId}/log`;
  const { logId } = (await call("POST", log, { channel: "call", outcome: "reached", next })).json();
  const promised = { what: `${STEP}, then: ${next.what}`, dueDay: "2026-11-24", dueTime: "10:00" };
  expect(await stepOf(id)).toMatchObject(promised);
  expect((await call("DELETE", `${log}/${logId}`)).json().message).toBe("Taken back");
  expect(await stepOf(id)).toMatchObject({ what: STEP });
  await call("POST", log, { channel: "call", outcome: "reached", next });
  await tell(id, ROOM);
  expect(await stepOf(id)).toMatchObject(next);
});

test("a call that ends the step there with nothing after it still promises the link of the meeting it sets", async () => {
  const { call, stepOf } = await start();
  const entered = async (changes: object) =>
    (await call("POST", "/api/leads/calls", newCall({ reached: undefined, ...changes }))).json();
  await entered({ log: { outcome: "reached", next: CALL_BACK } });
  const meeting = { ...VIRTUAL, meetingDate: "2026-11-25", meetingTime: "10:00 AM" };
  const { bookingId } = await entered({ meeting, log: { outcome: "reached", next: null } });
  expect(await stepOf(bookingId)).toMatchObject({ what: STEP, dueDay: "2026-11-24", dueTime: "10:00" });
});

test("a step marked done with the one after it does not end the promise, and marked done alone it does", async () => {
  const { site, call, tell, stepOf } = await start();
  const { id } = await bookMeeting(site, VIRTUAL);
  const next = { what: "Make an offer", dueDay: "2026-12-10", dueTime: "09:00" };
  const finish = async (after: object) =>
    call("PATCH", `/api/next-steps/${(await stepOf(id))._id}`, { done: true, ...after });
  await finish({ next });
  const promised = { what: `${STEP}, then: ${next.what}`, dueDay: "2026-11-24", dueTime: "10:00" };
  expect(await stepOf(id)).toMatchObject(promised);
  await tell(id, ROOM);
  expect(await stepOf(id)).toMatchObject(next);
  await tell(id, "");
  await finish({});
  expect(await stepOf(id)).toBeUndefined();
});

test("the lead has the step again once what is published no longer tells the link or address of a meeting", async () => {
  const { site, call, tell, stepOf } = await start();
  await publishFacts(site, withLinks({ videoLink: "company", companyLink: ROOM }));
  const { id } = await bookMeeting(site, VIRTUAL);
  const walter = { email: "walter@example.com", phone: "(217) 555-0177" };
  const office = await bookMeeting(site, { ...walter, meetingType: "in-person-office", meetingTime: "2:00 PM" });
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  await call("POST", `/api/leads/${booking.leadId}/next-steps`, { what: "Call back", dueDay: "2026-12-10" });

  await publishFacts(site, withLinks({ videoLink: "booking" }));
  const promised = { what: `${STEP}, then: Call back`, dueDay: "2026-11-24", dueTime: "10:00" };
  expect(await stepOf(id)).toMatchObject(promised);
  expect(await stepOf(office.id)).toBeUndefined();
  await publishFacts(site, hiddenAddress);
  expect(await stepOf(office.id)).toMatchObject({ what: "Tell the address of the meeting", dueDay: "2026-11-24" });
  await tell(id, DANAS);
  expect(await stepOf(id)).toMatchObject({ what: "Call back", dueDay: "2026-12-10" });

  await publishFacts(site, withLinks({ videoLink: "company", companyLink: ROOM }));
  await publishFacts(site, withLinks({ videoLink: "booking" }));
  // What staff typed holds whatever is published.
  expect(await stepOf(id)).toMatchObject({ what: "Call back" });
});

test("a meeting whose link is that of the only person who has one is theirs, however it came to be told", async () => {
  const { site, call, tell } = await start();
  const [dana, elena] = [{ call }, await addSignedIn(site, { email: "elena@example.com" })];
  const setLink = ({ call: by }: typeof dana, videoLink: string) => by("PATCH", "/api/account", { videoLink });
  const [published, typed, later] = [
    await bookMeeting(site, VIRTUAL),
    await bookMeeting(site, { ...VIRTUAL, meetingTime: "2:00 PM" }),
    await bookMeeting(site, { ...VIRTUAL, meetingTime: "3:00 PM" }),
  ];
  const toldOf = async () =>
    Promise.all(
      [published, typed, later].map(
        async ({ id }) => (await call("GET", `/api/bookings/${id}/whereabouts`)).json().told as string,
      ),
    );
  await setLink(dana, DANAS);
  await tell(typed.id, ROOM);
  await publishFacts(site, withLinks({ videoLink: "person" }));
  expect(await toldOf()).toEqual([DANAS, ROOM, DANAS]);
  await tell(typed.id, "");
  await setLink(elena, ELENAS);
  expect(await toldOf()).toEqual([DANAS, DANAS, DANAS]);
  // Nobody's link holds for a meeting whose person has none any more, until another is chosen.
  await setLink(dana, "");
  expect(await toldOf()).toEqual([undefined, undefined, undefined]);
});

test("a meeting that nobody holds is held by the first person who gets a link", async () => {
  const { site, call } = await start();
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await publishFacts(site, withLinks({ videoLink: "person" }));
  const { id } = await bookMeeting(site, VIRTUAL);
  await call("PATCH", "/api/account", { videoLink: DANAS });
  await elena.call("PATCH", "/api/account", { videoLink: ELENAS });
  expect((await call("GET", `/api/bookings/${id}/whereabouts`)).json().told).toBe(DANAS);
});

test("the lead has the step again once the person who holds a meeting has no link any more", async () => {
  const { site, call, tell, stepOf } = await start();
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await publishFacts(site, withLinks({ videoLink: "person" }));
  const { id } = await bookMeeting(site, VIRTUAL);
  const promised = { what: STEP, dueDay: "2026-11-24", dueTime: "10:00" };
  await call("PATCH", "/api/account", { videoLink: DANAS });
  await tell(id, ROOM);
  expect((await tell(id, "")).json()).toMatchObject({ told: DANAS });
  expect(await stepOf(id)).toBeUndefined();
  await elena.call("PATCH", "/api/account", { videoLink: ELENAS });
  expect(await stepOf(id)).toBeUndefined();

  const account = `/api/users/${elena.user.id}`;
  const toggle = () => call("PATCH", `${account}/toggle-active`);
  const setRole = (role: string) => call("PUT", account, { role });
  for (const [takeAway, giveBack] of [
    [toggle, toggle],
    [() => setRole("user"), () => setRole("admin")],
    [() => call("DELETE", account), undefined],
  ] as const) {
    expect((await tell(id, "", elena.user.id)).json()).toMatchObject({ told: ELENAS });
    expect(await stepOf(id)).toBeUndefined();
    expect((await takeAway()).statusCode).toBe(200);
    // Dana is the only one with a link now, and the visitor was never told hers.
    expect(await stepOf(id)).toMatchObject(promised);
    await tell(id, ROOM);
    await giveBack?.();
  }
});

test("the calendar follows the company's link, and a call is held by who has a link", async () => {
  const { site, call } = await start();
  const elena = await addSignedIn(site, { email: "elena@example.com" });
  await bookMeeting(site, VIRTUAL);
  const { url } = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const feed = async () => (await site.app.inject(new URL(url).pathname)).body.replaceAll("\r\n ", "");
  for (const companyLink of [DANAS, ELENAS]) {
    await publishFacts(site, withLinks({ videoLink: "company", companyLink }));
    expect(await feed()).toContain(companyLink);
  }
  await publishFacts(site, withLinks({ videoLink: "person" }));
  await call("PATCH", "/api/account", { videoLink: DANAS });
  const meeting = { ...VIRTUAL, meetingDate: "2026-11-30", meetingTime: "10:00 AM" };
  const entered = await elena.call("POST", "/api/leads/calls", newCall({ email: "walter@example.com", meeting }));
  await elena.call("PATCH", "/api/account", { videoLink: ELENAS });
  const { told } = (await call("GET", `/api/bookings/${entered.json().bookingId}/whereabouts`)).json();
  expect(told).toBe(DANAS);
});

test("what was promised stays when staff reach the person, and when another meeting is booked", async () => {
  const { site, call, stepOf } = await start();
  const { id } = await bookMeeting(site, VIRTUAL);
  site.clock.set("2026-11-20T23:00:00.000Z");
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  await call("POST", `/api/leads/${booking.leadId}/log`, { channel: "call", outcome: "reached" });
  const promised = { what: STEP, dueDay: "2026-11-24", dueTime: "10:00" };
  expect(await stepOf(id)).toMatchObject(promised);
  await bookMeeting(site, { ...VIRTUAL, meetingDate: "2026-11-30" });
  expect(await stepOf(id)).toMatchObject(promised);
  await bookMeeting(site, { ...VIRTUAL, meetingDate: "2026-11-24" });
  expect(await stepOf(id)).toMatchObject({ what: STEP, dueDay: "2026-11-23", dueTime: "10:00" });
});

test("the step follows a meeting that is moved, and goes with one that is cancelled", async () => {
  const { site, call, stepOf } = await start();
  const { id, token } = await bookMeeting(site, VIRTUAL);
  const move = { token, sequence: 0, meetingDate: "2026-11-30", meetingTime: "11:00 AM" };
  expect((await post(site, "/api/manage-meeting/move", move)).json().meeting.toldBy).toBe("2026-11-29T17:00:00.000Z");
  expect(await stepOf(id)).toMatchObject({ what: STEP, dueDay: "2026-11-29", dueTime: "11:00" });
  await call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  expect(await stepOf(id)).toBeUndefined();
});

test.for([
  ["2026-11-24T16:30:00.000Z", "Wed, Nov 25 at 8:00 AM CT"],
  ["2026-11-25T13:30:00.000Z", "Wed, Nov 25 at 9:45 AM CT"],
])("booked at %s, the link is promised by %s", async ([now = "", by]) => {
  const { site, toVisitor } = await start(now);
  await bookMeeting(site, VIRTUAL);
  expect((await toVisitor())[0]?.text).toContain(`Link: The link comes by ${by}.`);
});

test("only https links are taken, only for meetings that have one, and only by who has seen the present state", async () => {
  const { site, call, tell } = await start();
  const { id } = await bookMeeting(site, VIRTUAL);
  const wrong = ["http://video.example", "video.example", "javascript:alert(1)", "https://dana@video.example/x"];
  const wronger = ["https://a.example/\r\nATTENDEE:x", "https://a.example/ b", 'https://a.example/"><b>', "https://"];
  for (const link of [...wrong, ...wronger, `https://a.example/${"x".repeat(500)}`])
    expect((await tell(id, link)).json().fields, link).toHaveProperty("place");
  const phone = await bookMeeting(site, { meetingType: "phone", meetingTime: "2:00 PM" });
  expect((await tell(phone.id, ROOM)).statusCode).toBe(400);
  await tell(id, ROOM);
  const late = await call("PATCH", `/api/bookings/${id}/whereabouts`, { place: DANAS, hostId: "", version: 1 });
  expect(late.json()).toMatchObject({ code: "changed_meanwhile", booking: { _id: id } });
  expect(late.body).not.toContain("video.example");
});

test("two who type a link at once: both are stored, one after the other, and the visitor has the later one last", async () => {
  const { site, tell, toVisitor, stepOf, call } = await start();
  const { id } = await bookMeeting(site, VIRTUAL);
  await toVisitor();
  const answers = await Promise.all([tell(id, DANAS), tell(id, ELENAS)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { place } = (await call("GET", `/api/bookings/${id}/whereabouts`)).json();
  const told = await toVisitor();
  expect(told.length).toBeGreaterThan(0);
  for (const { text } of told) expect(text).toContain(place);
  expect(await stepOf(id)).toBeUndefined();
});

test("a type that is not offered is refused beside its field, and meetings of it stay and can be moved", async () => {
  const { site, call } = await start();
  const { id, token } = await bookMeeting(site, VIRTUAL);
  const offered = { "in-person-property": true, "in-person-office": true, virtual: false, phone: true };
  await publishFacts(site, withLinks({ offered }));
  const ask = (changes: BookingChanges) => book(site, { meetingTime: "2:00 PM", ...changes });
  const refused = await ask(VIRTUAL);
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields).toEqual({ meetingType: "This type is not offered. Please choose another one" });
  expect((await ask({ meetingType: "phone" })).statusCode).toBe(201);
  const meeting = { ...VIRTUAL, meetingDate: "2026-12-01", meetingTime: "3:00 PM" };
  const called = await call("POST", "/api/leads/calls", newCall({ meeting }));
  expect(called.json().fields).toHaveProperty(["meeting.meetingType"]);
  const move = { token, sequence: 0, meetingDate: "2026-11-30", meetingTime: "11:00 AM" };
  expect((await post(site, "/api/manage-meeting/move", move)).json().meeting.meetingType).toBe("virtual");
  expect((await call("GET", "/api/bookings/list?meetingType=virtual")).json().bookings[0]._id).toBe(id);

  const none = { "in-person-property": false, "in-person-office": false, virtual: false, phone: false };
  await expect(publishFacts(site, withLinks({ offered: none }))).rejects.toThrow("at least one type");
  await expect(publishFacts(site, withLinks({ videoLink: "company" }))).rejects.toThrow("enter the link");
});
