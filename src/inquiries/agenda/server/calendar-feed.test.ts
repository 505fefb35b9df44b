import ICAL from "ical.js";
import { expect, test } from "vitest";
import type { Feed } from "#inquiries/agenda/admin.ts";
import type { NewBooking } from "#inquiries/bookings/booking.ts";
import { makeBooking } from "#inquiries/bookings/server/make-booking.ts";
import { insertBookings } from "#inquiries/bookings/server/store.ts";
import { addSignedIn, login } from "#test/accounts.ts";
import { newBooking } from "#test/people.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite, type TestSiteOptions } from "#test/server.ts";
import { MAX_EVENTS } from "./calendar-feed.ts";
import { makeFeed } from "./change-feed.ts";
import { READS_PER_FEED } from "./read-calendar-feed.ts";

const OFF = { RATE_LIMIT: "off" };
const FEEDS = "/api/bookings/calendar-feeds";

async function siteWithFeed(options: TestSiteOptions = {}) {
  const site = await startSite({ env: OFF, ...options });
  const dana = await addSignedIn(site);
  const made = await dana.call("POST", FEEDS, { name: "My phone" });
  expect(made.statusCode, made.body).toBe(201);
  const { feed, url } = made.json() as { feed: Feed; url: string };
  const path = new URL(url).pathname;
  const read = (headers: Record<string, string> = {}) => site.app.inject({ url: path, headers });
  return { site, dana, feed, url, path, read };
}

function parsed(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return { calendar, events };
}

test("the feed contains every meeting that takes place, with its address, phone number and notes", async () => {
  const { site, dana, read } = await siteWithFeed();
  const { id } = await bookMeeting(site);
  await dana.call("PUT", `/api/bookings/${id}/notes`, { notes: "Dog in the yard; ring twice." });
  const answer = await read();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "cache-control": "private, no-cache",
    "x-robots-tag": "noindex",
  });
  const { calendar, events } = parsed(answer.body);
  expect(calendar.getFirstPropertyValue("x-wr-calname")).toContain("meetings");
  expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT15M");
  expect(calendar.getFirstPropertyValue("x-published-ttl")).toBe("PT15M");
  expect(calendar.getFirstPropertyValue("method")).toBeNull();
  const [event] = events;
  expect(event?.summary).toBe("Renée O'Brien-Núñez: In person at the property");
  expect(event?.location).toBe("1422 Elm Street, Springfield, IL 02134");
  expect(event?.startDate.toJSDate().toISOString()).toBe("2026-11-25T16:00:00.000Z");
  expect(event?.endDate.toJSDate().toISOString()).toBe("2026-11-25T16:30:00.000Z");
  for (const fact of [
    "Phone: (217) 555-0142",
    "Email: renee@example.com",
    "Preferred contact: Phone",
    "Situation: Inherited Property",
    "Timeframe to sell: 1–3 months",
    "They wrote: My mother's house.\nThe roof leaks.",
    "Notes: Dog in the yard; ring twice.",
    `/admin/bookings?booking=${id}`,
  ])
    expect(event?.description).toContain(fact);
  for (const line of answer.body.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(answer.body).not.toMatch(/(^|[^\r])\n/);
});

test("a meeting keeps the UID of its invite, moves with a higher SEQUENCE, and is gone once it is cancelled", async () => {
  const { site, dana, read } = await siteWithFeed();
  const { id } = await bookMeeting(site);
  const invite = parsed((await site.app.inject(`/api/bookings/${id}/invite.ics`)).body).events[0];
  const only = async () => {
    const { events } = parsed((await read()).body);
    return events.map(({ uid, sequence, startDate }) => [uid, sequence, startDate.toJSDate().toISOString()]);
  };
  expect(await only()).toEqual([[invite?.uid, 0, "2026-11-25T16:00:00.000Z"]]);
  const move = { status: "Rescheduled", meetingDate: "2026-12-01", meetingTime: "2:00 PM" };
  await dana.call("PATCH", `/api/bookings/${id}/status`, move);
  expect(await only()).toEqual([[invite?.uid, 1, "2026-12-01T20:00:00.000Z"]]);
  await dana.call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  expect(await only()).toEqual([]);
  await dana.call("PATCH", `/api/bookings/${id}/status`, { status: "Scheduled" });
  expect((await only()).map(([uid]) => uid)).toEqual([invite?.uid]);
  site.clock.set("2026-12-15T18:00:00.000Z");
  expect(await only()).toHaveLength(1);
  site.clock.set("2026-12-16T18:00:00.000Z");
  expect(await only()).toEqual([]);
});

test("a feed without meetings is a whole calendar all the same", async () => {
  const { read } = await siteWithFeed();
  const { calendar, events } = parsed((await read()).body);
  expect(events).toEqual([]);
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(["vtimezone"]);
});

test("times are right on both sides of a change of the clocks", async () => {
  const { site, read } = await siteWithFeed({ now: "2026-10-28T15:00:00.000Z" });
  await bookMeeting(site, { meetingDate: "2026-10-30", email: "before@example.com" });
  await bookMeeting(site, { meetingDate: "2026-11-02", email: "after@example.com" });
  const { events } = parsed((await read()).body);
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
    "2026-10-30T15:00:00.000Z",
    "2026-11-02T16:00:00.000Z",
  ]);
});

test("what a visitor types stays text: it ends no event, begins none and breaks no line", async () => {
  const { site, dana, read } = await siteWithFeed();
  const hostile = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:Evil\rATTENDEE:mailto:evil@example.com, a;b\\n \u{1F3E0}";
  const { id } = await bookMeeting(site, {
    firstName: "Eve;X=1,",
    lastName: "\\nEND:VEVENT\\",
    propertyAddress: { street: "1; Elm, END:VCALENDAR", city: "A\\,B", state: "IL", zipCode: "02134" },
    additionalInfo: hostile,
  });
  await dana.call("PUT", `/api/bookings/${id}/notes`, { notes: `${"é🏠".repeat(2_000)}${hostile}` });
  const { body } = await read();
  const { calendar, events } = parsed(body);
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(["vevent"]);
  const [event] = events;
  expect(event?.summary).toBe("Eve;X=1, \\nEND:VEVENT\\: In person at the property");
  expect(event?.location).toBe("1; Elm, END:VCALENDAR, A\\,B, IL 02134");
  expect(event?.attendees).toEqual([]);
  expect(event?.description).toContain(
    "END:VEVENT\nBEGIN:VEVENT\nSUMMARY:Evil\nATTENDEE:mailto:evil@example.com, a;b\\n 🏠",
  );
  expect(event?.description).toContain("… (more in the record)");
  expect(event?.description.isWellFormed()).toBe(true);
  expect(body.match(/^(BEGIN|END):VEVENT/gm)).toHaveLength(2);
});

test("a repeated request gets 304 until something changes", async () => {
  const { site, dana, read } = await siteWithFeed();
  const { id } = await bookMeeting(site);
  const { etag } = (await read()).headers;
  for (const known of [`${etag}`, `W/${etag}`, `"other", ${etag}`]) {
    const again = await read({ "if-none-match": known });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, "", etag]);
    expect(again.headers["cache-control"]).toBe("private, no-cache");
  }
  await dana.call("PUT", `/api/bookings/${id}/notes`, { notes: "Changed." });
  const changed = await read({ "if-none-match": `${etag}` });
  expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
});

test("HEAD has the headers of GET and no body", async () => {
  const { site, path, read } = await siteWithFeed();
  await bookMeeting(site);
  const head = await site.app.inject({ method: "HEAD", url: path });
  const { statusCode, headers } = await read();
  expect([head.statusCode, head.body]).toEqual([statusCode, ""]);
  expect(head.headers.etag).toBe(headers.etag);
  expect(head.headers["content-length"]).toBe(headers["content-length"]);
});

test("unknown, malformed, overlong and revoked addresses get one and the same answer", async () => {
  const { site, dana, feed, path, read } = await siteWithFeed();
  expect((await read()).statusCode).toBe(200);
  const revoked = await dana.call("DELETE", `${FEEDS}/${feed._id}`);
  expect(revoked.statusCode, revoked.body).toBe(200);
  const secret = path.slice("/calendar/".length, -".ics".length);
  const answers = [];
  for (const url of [
    path,
    "/calendar/0123456789abcdefghjkmnpqrs.ics",
    "/calendar/x.ics",
    `/calendar/${"a".repeat(5_000)}.ics`,
    `/calendar/${secret}`,
    `/calendar/${secret}.ics/x`,
    "/calendar/%00.ics",
    "/calendar/%zz.ics",
    `/calendar/${feed._id}.ics`,
    "/calendar/",
  ])
    answers.push(await site.app.inject(url));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(new Set(answers.map(({ headers }) => headers["cache-control"]))).toEqual(new Set(["no-store"]));
});

test("the secret is in no answer but the first and in no row", async () => {
  const { site, dana, feed, url, path } = await siteWithFeed();
  const secret = /^https?:\/\/[^/]+\/calendar\/([0-9a-z]{26})\.ics$/.exec(url)?.[1] ?? "none";
  expect(path).toContain(secret);
  const list = await dana.call("GET", FEEDS);
  expect(list.json().feeds).toEqual([
    { _id: feed._id, name: "My phone", createdAt: expect.stringMatching(/Z$/), lastReadAt: null },
  ]);
  const rows = await site.database.read.selectFrom("calendar_feeds").selectAll().execute();
  const history = await site.database.read.selectFrom("history").selectAll().execute();
  expect(JSON.stringify([list.json(), rows, history])).not.toContain(secret);
});

test("a feed is dead the moment its account is deactivated, demoted or deleted", async () => {
  const site = await startSite({ env: OFF });
  const dana = await addSignedIn(site);
  const change = {
    deactivated: (id: string) => dana.call("PATCH", `/api/users/${id}/toggle-active`),
    demoted: (id: string) => dana.call("PUT", `/api/users/${id}`, { role: "user" }),
    deleted: (id: string) => dana.call("DELETE", `/api/users/${id}`),
  };
  for (const [how, act] of Object.entries(change)) {
    const colleague = await addSignedIn(site, { email: `${how}@example.com` });
    const { url } = (await colleague.call("POST", FEEDS, { name: "Laptop" })).json();
    const { pathname } = new URL(url);
    expect((await site.app.inject(pathname)).statusCode, how).toBe(200);
    expect((await act(colleague.user.id)).statusCode, how).toBe(200);
    expect((await site.app.inject(pathname)).statusCode, how).toBe(404);
  }
  const left = await site.database.read.selectFrom("calendar_feeds").select("id").execute();
  expect(left).toHaveLength(2);
});

test("everybody has their own feeds: nobody else's are listed or revoked", async () => {
  const { site, dana, feed, read } = await siteWithFeed();
  const marcus = await addSignedIn(site, { email: "marcus@example.com" });
  expect((await marcus.call("GET", FEEDS)).json().feeds).toEqual([]);
  const answer = await marcus.call("DELETE", `${FEEDS}/${feed._id}`);
  expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
  expect((await read()).statusCode).toBe(200);
  expect((await dana.call("DELETE", `${FEEDS}/${feed._id}`)).statusCode).toBe(200);
  expect((await dana.call("DELETE", `${FEEDS}/${feed._id}`)).statusCode).toBe(404);
});

test("a feed needs a name, and twenty are enough", async () => {
  const { dana } = await siteWithFeed();
  for (const name of ["", "  ", "x".repeat(61), "a\nb", undefined]) {
    const answer = await dana.call("POST", FEEDS, { name });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ["name"]]);
  }
  for (let index = 1; index < 20; index++)
    expect((await dana.call("POST", FEEDS, { name: `No. ${index}` })).statusCode).toBe(201);
  const answer = await dana.call("POST", FEEDS, { name: "One more" });
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining("20 calendars")]);
});

test("the history says who made and who revoked a feed, without its name", async () => {
  const { site, dana, feed } = await siteWithFeed();
  await dana.call("DELETE", `${FEEDS}/${feed._id}`);
  const lines = await site.database.read
    .selectFrom("history")
    .select(["subject_id", "actor", "action", "detail"])
    .where("subject_kind", "=", "calendar feed")
    .orderBy("id")
    .execute();
  const line = { subject_id: feed._id, actor: "dana@example.com", detail: null };
  expect(lines).toEqual([
    { ...line, action: "created" },
    { ...line, action: "deleted" },
  ]);
  const { activity } = (await dana.call("GET", "/api/analytics/activity")).json();
  expect(activity[0]).toMatchObject({ action: "deleted", subject: "calendar feed" });
});

test("its owner sees when a feed was last read, to a quarter of an hour", async () => {
  const { site, read } = await siteWithFeed();
  const lastRead = async () => {
    const session = (await login(site, "dana@example.com")).json();
    const headers = { authorization: `Bearer ${session.accessToken}` };
    return (await site.app.inject({ url: FEEDS, headers })).json().feeds[0].lastReadAt;
  };
  await read();
  const first = await lastRead();
  expect(first).toBe(site.clock.now().toISOString());
  site.clock.advance(14 * 60);
  await read();
  expect(await lastRead()).toBe(first);
  site.clock.advance(2 * 60);
  await read();
  expect(await lastRead()).toBe(site.clock.now().toISOString());
});

test("a program that asks every minute is served, one that asks without a pause must wait", async () => {
  const { site, read } = await siteWithFeed({ env: {} });
  for (let minute = 0; minute < 120; minute++) {
    expect((await read()).statusCode).toBe(200);
    site.clock.advance(60);
  }
  site.clock.advance(READS_PER_FEED.windowSeconds);
  for (let count = 0; count < READS_PER_FEED.count; count++) expect((await read()).statusCode).toBe(200);
  const answer = await read();
  expect([answer.statusCode, answer.json().code]).toEqual([429, "rate_limited"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  site.clock.advance(READS_PER_FEED.windowSeconds);
  expect((await read()).statusCode).toBe(200);
});

test("the feed ends after the soonest thousand, and with the longest texts it stays below five megabytes", async () => {
  const { site, read } = await siteWithFeed();
  const now = site.clock.now();
  const wide = "🏠".repeat(2_500);
  const address = { street: wide.slice(0, 200), city: wide.slice(0, 100), state: "IL", zipCode: "62701" };
  const booking = newBooking({
    additionalInfo: wide,
    propertyAddress: address,
    meetingDate: "2026-12-01",
  }) as NewBooking;
  const bookings = Array.from({ length: MAX_EVENTS + 1 }, (_, index) => ({
    leadId: "",
    ...makeBooking({ id: String(index).padStart(26, "0"), booking, time: "09:00", minutes: 30, now }),
    firstName: wide.slice(0, 100),
    lastName: wide.slice(0, 100),
    notes: wide,
    seat: index,
  }));
  await site.database.transaction((trx) => insertBookings(trx, bookings));
  const { body } = await read();
  expect(body.match(/^BEGIN:VEVENT/gm)).toHaveLength(MAX_EVENTS);
  expect(body).not.toContain(`UID:${bookings.at(-1)?.id}`);
  expect(Buffer.byteLength(body)).toBeLessThan(5_000_000);
});

test("a feed for an account that was just deleted is refused, and other feeds stay", async () => {
  const site = await startSite({ env: OFF });
  const made = makeFeed(site.database, {
    userId: "n".padEnd(26, "0"),
    actor: "gone@example.com",
    now: site.clock.now(),
    form: { name: "My phone" },
  });
  const [refused, { id }] = await Promise.all([made.catch((error: unknown) => error), bookMeeting(site)]);
  expect(refused).toMatchObject({ code: "not_found" });
  expect((await site.app.inject(`/api/bookings/${id}`)).statusCode).toBe(200);
});
