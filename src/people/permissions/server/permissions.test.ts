import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PermissionsAnswer } from "#people/permissions/permission.ts";
import { addSignedIn } from "#test/accounts.ts";
import { publishFacts } from "#test/published.ts";
import { book, bookMeeting, post, sendContactMessage, write } from "#test/requests.ts";
import { startSite } from "#test/server.ts";

const OFF = { env: { RATE_LIMIT: "off" } };
const PHONE = "(217) 555-0142";

async function siteWithAdmin() {
  const site = await startSite(OFF);
  const { call } = await addSignedIn(site);
  const permissionsOf = async (person: Record<string, string>): Promise<PermissionsAnswer> => {
    const answer = await call("GET", `/api/permissions?${new URLSearchParams(person)}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const stop = (body: object) =>
    call("POST", "/api/permissions/revocations", { said: "phone", words: "No more.", ...body });
  return { site, call, permissionsOf, stop };
}

const agreed = (more: object = {}) => ({ agreed: true, version: "2026-11", ...more }) as const;

test("a booking writes its agreement, with an entry for each channel that the text names", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  const { id } = await bookMeeting(site, {}, { headers: { "user-agent": "Test Browser" } });
  const { state, lines } = await permissionsOf({ email: "renee@example.com" });
  expect(state).toEqual({ call: "given", text: "unknown", email: "given" });
  const line = {
    action: "given",
    purpose: "property",
    words: expect.stringMatching(
      /^I agree to be contacted about my property\. By ticking .* See Privacy Policy and Terms\.$/,
    ),
    version: "2026-11",
    at: "2026-11-20T15:00:00.000Z",
    said: "form",
    by: "visitor",
    userAgent: "Test Browser",
    address: "127.0.0.1",
    email: "renee@example.com",
    phone: PHONE,
    names: ["email"],
    belongsTo: { kind: "booking", id },
  };
  expect(lines).toEqual([
    { ...line, channel: "email" },
    { ...line, channel: "call" },
  ]);
  expect((await permissionsOf({ phone: "+1 217.555.0142" })).state).toEqual({
    call: "given",
    text: "unknown",
    email: "unknown",
  });
});

test("texts are allowed only by their own box, with its own text", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  await bookMeeting(site, { preferredContact: "text", consent: agreed({ texts: false }) });
  expect((await permissionsOf({ email: "renee@example.com" })).state.text).toBe("unknown");
  const second = { preferredContact: "text", email: "two@example.com", phone: "217 555 0999", meetingTime: "11:00 AM" };
  await bookMeeting(site, { ...second, consent: agreed({ texts: true }) });
  const { state, lines } = await permissionsOf({ email: "two@example.com" });
  expect(state).toEqual({ call: "given", text: "given", email: "given" });
  const words = lines.find(({ channel }) => channel === "text")?.words;
  for (const said of ["not a condition", "Message frequency varies", "data rates may apply", "Reply STOP"])
    expect(words).toContain(said);
});

test("a booking without an agreement, and an API's message, give no permission", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  await book(site, { consent: undefined });
  await sendContactMessage(site);
  for (const email of ["renee@example.com", "tomas@example.com"]) {
    const { state, lines } = await permissionsOf({ email });
    expect(state).toEqual({ call: "unknown", text: "unknown", email: "unknown" });
    expect(lines.map(({ action, said, words }) => [action, said, words])).toEqual([
      ["unknown", "api", ""],
      ["unknown", "api", ""],
    ]);
  }
});

test("a message asks to be answered, by phone only if it names a number, with the text of its version", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  const notice = { version: "2026-11", siteVersion: 1 };
  await sendContactMessage(site, { notice, phone: "" });
  const { state, lines } = await permissionsOf({ email: "tomas@example.com" });
  expect(state).toEqual({ call: "unknown", text: "unknown", email: "given" });
  expect(lines[0]).toMatchObject({
    purpose: "answer",
    words:
      "We use what you write here only to answer you: by e-mail, or by phone if you leave your number. See the Privacy Policy.",
  });
  await sendContactMessage(site, { notice });
  expect((await permissionsOf({ email: "tomas@example.com" })).state.call).toBe("given");
  await sendContactMessage(site, { notice: { version: "no such", siteVersion: 1 }, email: "other@example.com" });
  expect((await permissionsOf({ email: "other@example.com" })).state.email).toBe("unknown");
});

test("the owner's words are another version, and a page opened before keeps its own", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  await publishFacts(site, (facts) => ({
    ...facts,
    permissionWords: { ...facts.permissionWords, booking: "Call me, {name}.", version: "2026-11" },
  }));
  expect((await book(site, { consent: agreed() })).statusCode).toBe(400);
  await bookMeeting(site, { consent: agreed({ siteVersion: 1 }) });
  await bookMeeting(site, {
    email: "two@example.com",
    phone: "217 555 0999",
    meetingTime: "11:00 AM",
    consent: { agreed: true, version: "site-2", siteVersion: 2 },
  });
  expect((await permissionsOf({ email: "renee@example.com" })).lines[0]).toMatchObject({ version: "2026-11" });
  expect((await permissionsOf({ email: "two@example.com" })).lines[0]).toMatchObject({
    version: "site-2",
    words: "I agree to be contacted about my property. Call me, Porchlight Home Buyers. See Privacy Policy and Terms.",
  });
});

test("the database refuses to change or remove an entry, its text and its key", async () => {
  const { site } = await siteWithAdmin();
  await bookMeeting(site);
  const run = (statement: string) => site.database.transaction((trx) => sql.raw(statement).execute(trx));
  for (const statement of [
    "update permissions set action = 'revoked'",
    "delete from permissions",
    "update permission_words set words = ''",
    "delete from permission_words",
    "update permission_keys set secret = ''",
    "delete from permission_keys",
  ])
    await expect(run(statement), statement).rejects.toThrow("only ever added to");
});

test("staff record a stop in the words of the person, and lists, sheet, feed, file and mail show it", async () => {
  const { site, call, stop } = await siteWithAdmin();
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, { email: "renee@example.com", phone: PHONE });
  const feed = (await call("POST", "/api/bookings/calendar-feeds", { name: "Phone" })).json();
  const path = new URL(feed.url).pathname;
  const before = (await site.app.inject(path)).headers.etag;
  const answer = await stop({
    email: "renee@example.com",
    phone: PHONE,
    channels: ["text", "call"],
    words: "She asked us not to text.",
  });
  expect([answer.statusCode, answer.json().state]).toEqual([201, { call: "revoked", text: "revoked", email: "given" }]);

  const stopped = ["call", "text"];
  expect((await call("GET", "/api/bookings/list")).json().bookings[0].stopped).toEqual(stopped);
  expect((await call("GET", `/api/bookings/${id}/details`)).json().booking.stopped).toEqual(stopped);
  expect((await call("GET", "/api/contact/admin/submissions")).json().contacts[0].stopped).toEqual(stopped);
  const sheet = (await call("GET", "/api/bookings/day-sheet?date=2026-11-25")).json();
  expect(sheet.days[0].meetings[0].stopped).toEqual(stopped);
  const calendar = await site.app.inject(path);
  expect(calendar.headers.etag).not.toBe(before);
  expect(calendar.body.replaceAll("\r\n ", "")).toContain(
    String.raw`Phone: (217) 555-0142 (do not call\, do not text)`,
  );
  const [heading = "", line = ""] = (await call("GET", "/api/bookings/export/csv")).body.split("\r\n");
  expect([heading.split(",").at(-5), line.endsWith(',"call, text",,Meeting set,,')]).toEqual(["Do not contact", true]);

  // The person's own later agreement lifts what its words name, and nothing else.
  await bookMeeting(site, { meetingTime: "11:00 AM" });
  expect((await call("GET", "/api/bookings/list")).json().bookings[0].stopped).toEqual(["text"]);
});

test("a stop is refused without a channel, words, or a person, and an unknown way of saying it", async () => {
  const { stop } = await siteWithAdmin();
  const person = { email: "renee@example.com" };
  for (const body of [
    { ...person, channels: [] },
    { ...person, channels: ["fax"] },
    { ...person, channels: ["call"], words: " " },
    { channels: ["call"] },
    { ...person, channels: ["call"], said: "form" },
  ])
    expect((await stop(body)).statusCode, JSON.stringify(body)).toBe(400);
});

test("an import neither gives nor lifts, and takes over the stops of its file", async () => {
  const { site, call, permissionsOf, stop } = await siteWithAdmin();
  await bookMeeting(site);
  await stop({ email: "two@example.com", channels: ["call"] });
  const exported: string = (await call("GET", "/api/bookings/export/csv")).body;
  const { session } = await addSignedIn(site, { email: "importer@example.com" });
  const [heading, line = ""] = exported.trim().split("\r\n");
  const twice = line
    .replace(/^[^,]*/, "")
    .replace("renee@example.com", "two@example.com")
    .replace("Scheduled", "Cancelled");
  const file = [heading, twice.replace(/,,(,Meeting set,,)$/, ',"text, e-mail",$1')].join("\r\n");
  const answer = await post(site, "/api/bookings/import?mode=import", file, {
    headers: { authorization: `Bearer ${session.accessToken}`, "content-type": "text/csv" },
  });
  expect(answer.json().report.made, answer.body).toBe(1);
  const { state, lines } = await permissionsOf({ email: "two@example.com" });
  expect(state).toEqual({ call: "revoked", text: "revoked", email: "revoked" });
  expect(lines.filter(({ action }) => action === "given")).toEqual([]);
  expect(lines.filter(({ action }) => action === "unknown").map(({ said, by }) => [said, by])).toEqual([
    ["import", "importer@example.com"],
    ["import", "importer@example.com"],
  ]);
});

test("people who share a phone are not one person, but a number that must not be called is one for both", async () => {
  const { site, permissionsOf, stop } = await siteWithAdmin();
  await bookMeeting(site);
  await bookMeeting(site, { email: "jack@example.com", meetingTime: "11:00 AM" });
  await stop({ email: "renee@example.com", phone: PHONE, channels: ["call", "email"] });
  const jack = { email: "jack@example.com", phone: PHONE };
  expect((await permissionsOf(jack)).state).toEqual({ call: "revoked", text: "unknown", email: "given" });
  expect((await permissionsOf({ email: "renee@example.com" })).state.email).toBe("revoked");
});

test("each view of a person's permissions is in the history, without the person's name", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  await bookMeeting(site);
  await permissionsOf({ email: "renee@example.com" });
  const { history } = await permissionsOf({ email: "RENEE@example.com" });
  expect(history.map(({ actor, action }) => [actor, action])).toEqual([["dana@example.com", "viewed"]]);
  const rows = await site.database.read
    .selectFrom("history")
    .selectAll()
    .where("subject_kind", "=", "person")
    .execute();
  expect(JSON.stringify(rows)).not.toContain("renee");
});

test("two stops at once, and an agreement between them, leave complete entries", async () => {
  const { site, permissionsOf, stop } = await siteWithAdmin();
  const person = { email: "renee@example.com", phone: PHONE };
  const stops = Array.from({ length: 6 }, () => stop({ ...person, channels: ["call", "email"] }));
  const [booked] = await Promise.all([book(site), ...stops]);
  expect(booked.statusCode).toBe(201);
  const { lines } = await permissionsOf({ email: person.email });
  expect(lines.filter(({ action }) => action === "revoked")).toHaveLength(12);
  expect(lines.filter(({ action }) => action === "given")).toHaveLength(2);
});

test("a correction carries the stops along, and gives no permission", async () => {
  const { site, call, permissionsOf, stop } = await siteWithAdmin();
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, { email: "renee@example.com", phone: PHONE, notice: { version: "2026-11" } });
  await stop({ email: "renee@example.com", phone: PHONE, channels: ["call", "email"] });
  const { booking } = (await call("GET", `/api/bookings/${id}/details`)).json();
  const { version, firstName, lastName, propertyAddress } = booking;
  const corrected = await call("PATCH", `/api/bookings/${id}/correction`, {
    version,
    firstName,
    lastName,
    propertyAddress,
    email: "renee.new@example.com",
    phone: "217 555 0188",
  });
  expect(corrected.statusCode, corrected.body).toBe(200);
  expect(corrected.json().booking.stopped).toEqual(["call", "email"]);
  const [message] = (await call("GET", "/api/contact/admin/submissions")).json().contacts;
  const renamed = { version: message.version, name: message.name, email: "renee.other@example.com", phone: "" };
  expect((await call("PATCH", `/api/contact/admin/submissions/${message._id}/correction`, renamed)).statusCode).toBe(
    200,
  );
  const { state, lines } = await permissionsOf({ email: "renee.other@example.com" });
  expect(state).toEqual({ call: "revoked", text: "unknown", email: "revoked" });
  expect(lines.map(({ said, by }) => [said, by])).toEqual(Array(2).fill(["correction", "dana@example.com"]));
});

test("a refused booking or message writes no entry", async () => {
  const { site, permissionsOf } = await siteWithAdmin();
  await bookMeeting(site);
  const taken = { email: "late@example.com", phone: "217 555 0777" };
  expect((await book(site, taken)).statusCode).toBe(409);
  expect((await write(site, { email: "late@example.com", message: "" })).statusCode).toBe(400);
  expect((await permissionsOf({ email: "late@example.com" })).lines).toEqual([]);
});
