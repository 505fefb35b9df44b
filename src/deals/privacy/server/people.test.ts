import { expect, test } from "vitest";
import { addAccount, addSignedIn } from "#test/accounts.ts";
import { refuseInserts } from "#test/refused-writes.ts";
import { book, bookMeeting, freeTimes, post, sendContactMessage } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const PHONE = "(217) 555-0142";
const MEETING = "2026-11-25";

/** Renée with a meeting, a message and an account; Tomás with a message from the same phone. */
async function siteWithTwoPeople() {
  const site = await startSite({ env: { RATE_LIMIT: "off", ACCESS_TOKEN_SECONDS: "7200" } });
  const dana = await addSignedIn(site);
  const { id } = await bookMeeting(site);
  await sendContactMessage(site, {
    name: "Renée",
    email: "Renee@Example.com",
    phone: PHONE,
    message: "About 1422 Elm",
  });
  await sendContactMessage(site, { phone: PHONE });
  await addAccount(site, { email: "renee@example.com", role: "user" });
  const look = async (email: string) =>
    (await dana.call("GET", `/api/people?email=${encodeURIComponent(email)}`)).json();
  const erase = (email: string) => dana.call("POST", "/api/people/erasure", { email });
  return { site, ...dana, id, look, erase };
}

async function personLines({ database }: TestSite) {
  const lines = await database.read
    .selectFrom("history")
    .selectAll()
    .where("subject_kind", "=", "person")
    .orderBy("id")
    .execute();
  return lines.map(({ subject_id, actor, action }) => ({ subject_id, actor, action }));
}

test("an admin sees what is stored about a person under every spelling of the address, and nothing of another", async () => {
  const { site, look, id } = await siteWithTwoPeople();
  await post(site, "/api/privacy/requests", { email: "renee@example.com", kind: "copy" });
  const person = await look(" RENEE@example.com ");
  expect(person).toMatchObject({
    success: true,
    bookings: [{ _id: id, lastName: "O'Brien-Núñez", meetingDate: MEETING, meetingTime: "10:00 AM", isAhead: true }],
    messages: [{ name: "Renée", subject: "offer" }],
    accounts: [{ email: "renee@example.com", role: "user" }],
    requests: [],
    calendarFeeds: 0,
    mails: 10,
  });
  expect(JSON.stringify(person)).not.toMatch(/tom[aá]s|roof leaks|password/i);
  expect(await look("nobody@example.com")).toMatchObject({ bookings: [], messages: [], accounts: [], mails: 0 });
});

test("the audit log says once an hour which admin looked at a person's page, also if it is kept for another", async () => {
  const { site, call, look } = await siteWithTwoPeople();
  const omar = await addSignedIn(site, { email: "omar@example.com" });
  const { personId } = await look("renee@example.com");
  const page = `/api/people/${personId}`;
  const views = async () => {
    const lines = await site.database.read
      .selectFrom("history")
      .select(["actor", "action"])
      .where("subject_id", "=", personId)
      .orderBy("id")
      .execute();
    return lines.filter(({ action }) => action === "viewed").map(({ actor }) => actor.split("@")[0]);
  };
  for (let times = 0; times < 3; times++) expect((await call("GET", page)).json().person._id).toBe(personId);
  expect(await views()).toEqual(["dana"]);
  await omar.call("GET", page);
  await call("GET", page);
  expect(await views()).toEqual(["dana", "omar"]);
  site.clock.advance(61 * 60);
  const [dana, again] = [await call("GET", page), await omar.call("GET", page)];
  expect([dana.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(await views()).toEqual(["dana", "omar", "dana", "omar"]);
});

test("the audit log says once an hour who looked, and names the person by a key that is no address", async () => {
  const { site, look, call } = await siteWithTwoPeople();
  await look("renee@example.com");
  const { history } = await look("Renee@EXAMPLE.com");
  expect(history).toMatchObject([{ actor: "dana@example.com", action: "viewed" }]);
  await look("tomas@example.com");
  await call("POST", "/api/people/export", { email: "renee@example.com" });
  const lines = await personLines(site);
  expect(lines.map(({ action }) => action)).toEqual(["viewed", "viewed", "exported"]);
  expect(lines[0]?.subject_id).toBe(lines[2]?.subject_id);
  expect(lines[0]?.subject_id).not.toBe(lines[1]?.subject_id);
  expect(JSON.stringify(lines)).not.toMatch(/renee|tomas/);
  const { activity } = (await call("GET", "/api/analytics/activity")).json();
  expect(activity).toMatchObject([{ action: "exported", subject: "person", actor: "dana@example.com" }]);
});

test("an admin saves everything about one person as a file", async () => {
  const { site, call } = await siteWithTwoPeople();
  await post(site, "/api/privacy/requests", { email: "renee@example.com", kind: "copy", words: "All of it" });
  const answer = await call("POST", "/api/people/export", { email: "renee@example.com" });
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="person_export_2026-11-20.json"');
  expect(answer.headers["cache-control"]).toContain("no-store");
  const found = answer.json();
  expect(found.bookings).toMatchObject([{ street: "1422 Elm Street" }]);
  expect(found.contactMessages).toHaveLength(1);
  expect(found.accounts).toHaveLength(1);
  expect(found.privacyRequests).toMatchObject([{ kind: "copy", words: "All of it" }]);
  expect(answer.body).not.toMatch(/argon2|tomas|token_hash|person_key/i);
});

test("an erased person is gone, the meeting's time is free, and a person with the same phone keeps everything", async () => {
  const { site, look, erase } = await siteWithTwoPeople();
  expect(await freeTimes(site, MEETING)).not.toContain("10:00 AM");
  const answer = await erase("RENEE@example.com");
  expect(answer.json()).toEqual({
    success: true,
    message: "The person is erased.",
    erased: { bookings: 1, contactMessages: 1, requests: 0, mails: 9, accounts: 1 },
  });
  expect(await freeTimes(site, MEETING)).toContain("10:00 AM");
  expect((await book(site, { email: "next@example.com" })).statusCode).toBe(201);
  expect(await look("renee@example.com")).toMatchObject({ bookings: [], messages: [], accounts: [], mails: 0 });
  expect(await look("tomas@example.com")).toMatchObject({ messages: [{ name: "Tomás Ahlgren" }], mails: 4 });
  const lines = await site.database.read
    .selectFrom("history")
    .selectAll()
    .where("action", "=", "deleted")
    .orderBy("id")
    .execute();
  expect(lines.map(({ subject_kind, actor, detail }) => [subject_kind, actor, detail])).toEqual(
    ["booking", "contact", "account", "person"].map((kind) => [kind, "dana@example.com", null]),
  );
  expect(JSON.stringify(lines)).not.toMatch(/ren[eé]e/i);
});

test("erasing keeps that a request came in, and deletes who asked, what they wrote and what they never confirmed", async () => {
  const { site, call, erase, look } = await siteWithTwoPeople();
  const path = "/api/privacy/requests";
  for (const kind of ["deletion", "copy"])
    await post(site, path, { email: "renee@example.com", kind, words: "For Renée" });
  await site.database.transaction((trx) =>
    trx
      .updateTable("privacy_requests")
      .set({ confirmed_at: "2026-11-20T15:00:00.000Z", due_day: "2027-01-04" })
      .where("kind", "=", "deletion")
      .execute(),
  );
  expect((await erase("renee@example.com")).json().erased).toMatchObject({ requests: 2 });
  const rows = await site.database.read.selectFrom("privacy_requests").selectAll().execute();
  expect(rows).toMatchObject([{ kind: "deletion", due_day: "2027-01-04", email: null, email_key: null, words: null }]);
  expect(JSON.stringify(rows)).not.toMatch(/ren[eé]e/i);
  const { open } = (await call("GET", "/api/people/requests")).json();
  expect(open).toHaveLength(1);
  expect((await call("POST", `/api/people/requests/${open[0]._id}/done`, { how: "Erased" })).statusCode).toBe(200);
  expect((await look("renee@example.com")).requests).toMatchObject([{ kind: "deletion", done: { how: "Erased" } }]);
});

test("two admins who erase a person at once: one erases, the other learns that nothing is left", async () => {
  const { site, erase } = await siteWithTwoPeople();
  const other = await addSignedIn(site, { email: "other@example.com" });
  const answers = await Promise.all([
    erase("renee@example.com"),
    other.call("POST", "/api/people/erasure", { email: "renee@example.com" }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(answers.map((answer) => answer.json().message).sort()).toEqual([
    "Nothing is left about this person.",
    "The person is erased.",
  ]);
  expect((await personLines(site)).filter(({ action }) => action === "deleted")).toHaveLength(1);
});

test("a record that is corrected to another address while its old one is erased is either erased or kept, never both", async () => {
  const { site, call, erase, look } = await siteWithTwoPeople();
  for (let hour = 1; hour <= 5; hour++) {
    const typo = `typo${hour}@example.com`;
    const right = `right${hour}@example.com`;
    const { id } = await bookMeeting(site, { email: typo, phone: `217555010${hour}`, meetingTime: `${hour}:00 PM` });
    const correction = {
      firstName: "Ann",
      lastName: "Lee",
      email: right,
      phone: "2175550100",
      propertyAddress: { street: "1 Oak Street", city: "Peoria", state: "IL", zipCode: "61602" },
    };
    const [corrected, erased] = await Promise.all([
      call("PATCH", `/api/bookings/${id}/correction`, correction),
      erase(typo),
    ]);
    const isKept = corrected.statusCode === 200;
    expect(isKept || corrected.statusCode === 404).toBe(true);
    expect(erased.json().erased.bookings).toBe(isKept ? 0 : 1);
    expect((await look(right)).bookings).toHaveLength(isKept ? 1 : 0);
  }
});

test("nobody erases the own account or the last admin's, and a refusal changes nothing", async () => {
  const { site, erase, look } = await siteWithTwoPeople();
  expect((await erase("dana@example.com")).json()).toMatchObject({ code: "last_admin" });
  const other = await addSignedIn(site, { email: "other@example.com" });
  await bookMeeting(site, { email: "dana@example.com", meetingTime: "11:00 AM" });
  const refused = await erase("Dana@example.com");
  expect([refused.statusCode, refused.json().code]).toEqual([409, "self_change"]);
  expect(refused.json().message).toContain("another admin");
  expect(await look("dana@example.com")).toMatchObject({
    accounts: [{ role: "admin" }],
    bookings: [{ isAhead: true }],
  });
  expect((await personLines(site)).filter(({ action }) => action === "deleted")).toEqual([]);
  expect((await other.call("POST", "/api/people/erasure", { email: "dana@example.com" })).statusCode).toBe(200);
  expect((await erase("renee@example.com")).statusCode).toBe(401);
});

test("an erasure whose audit log entry cannot be written erases nothing", async () => {
  const { site, erase, look } = await siteWithTwoPeople();
  const allow = await refuseInserts(site, "history", "new.subject_kind = 'person'");
  expect((await erase("renee@example.com")).statusCode).toBe(500);
  await allow();
  expect(await look("renee@example.com")).toMatchObject({ bookings: [{}], messages: [{}], accounts: [{}], mails: 9 });
});

test("what is no address finds nobody and erases nobody", async () => {
  const { call } = await siteWithTwoPeople();
  for (const email of ["", "renee", "renee@example.com tomas@example.com", "%", "a".repeat(300)]) {
    expect((await call("GET", `/api/people?email=${encodeURIComponent(email)}`)).statusCode, email).toBe(400);
    for (const action of ["export", "erasure"])
      expect((await call("POST", `/api/people/${action}`, { email })).statusCode, email).toBe(400);
  }
});
