import { expect, test } from "vitest";
import { currentFacts } from "#company/facts/facts.ts";
import { seedFacts } from "#company/facts/seed.ts";
import PERMISSION_WORDS from "#company/facts/shipped/permission-words.json" with { type: "json" };
import { recordOf, shownNow } from "#company/shell/agreements.ts";
import { addSignedIn } from "#test/accounts.ts";
import { isDrill } from "#test/drill.ts";
import { publishFacts } from "#test/published.ts";
import { book, bookMeeting, bookPatiently, freeSlots, freeTimes, post } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const SLOTS = isDrill ? 100 : 30;
const OFF = { env: { RATE_LIMIT: "off" } };

test("a visitor books a free slot and can look at the booking", async () => {
  const site = await startSite();
  const answer = await book(site);
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ success: true, message: expect.any(String), bookingId: expect.any(String) });

  const found = await site.app.inject(`/api/bookings/${answer.json().bookingId}`);
  expect(found.statusCode).toBe(200);
  expect(found.headers["cache-control"]).toBe("no-store");
  expect(found.json()).toEqual({
    success: true,
    calls: expect.stringMatching(/^Calls are made Mon-Fri/),
    booking: {
      _id: answer.json().bookingId,
      status: "Scheduled",
      firstName: "Renée",
      email: "renee@example.com",
      phone: "(217) 555-0142",
      meetingDate: "2026-11-25",
      meetingTime: "10:00 AM",
      meetingType: "in-person-property",
      propertyAddress: { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "02134" },
    },
  });
});

test("a booked slot is no longer offered", async () => {
  const site = await startSite();
  const slots = () => freeTimes(site, "2026-11-25");
  expect(await slots()).toContain("10:00 AM");
  await book(site);
  expect(await slots()).not.toContain("10:00 AM");
  expect(await slots()).toContain("10:30 AM");
});

test("the second of two on one slot learns that it was just taken", async () => {
  const site = await startSite();
  await book(site);
  const answer = await book(site, { email: "second@example.com", phone: "217 555 0999" });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({
    success: false,
    code: "slot_taken",
    fields: { meetingTime: expect.any(String) },
  });
  expect(answer.json().error).toBe(answer.json().message);
});

test("eight visitors at once on each of many slots make exactly one booking each", async () => {
  const site = await startSite(OFF);
  const slots = await freeSlots(site, SLOTS);
  const answers = await Promise.all(
    slots.flatMap(({ date, time }) =>
      Array.from({ length: 8 }, (_, visitor) =>
        bookPatiently(site, { meetingDate: date, meetingTime: time, email: `visitor${visitor}@example.com` }),
      ),
    ),
  );
  const statuses = answers.map((answer) => answer.statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(SLOTS);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7 * SLOTS);
  const rows = await site.database.read.selectFrom("bookings").select(["meeting_date", "meeting_time"]).execute();
  expect(new Set(rows.map((row) => `${row.meeting_date} ${row.meeting_time}`)).size).toBe(SLOTS);
  expect(rows).toHaveLength(SLOTS);
});

test("a time that is not offered is refused with the field that is wrong", async () => {
  const site = await startSite();
  const refused = [
    { meetingDate: "2026-11-22" },
    { meetingDate: "2026-11-19" },
    { meetingDate: "2027-11-25" },
    { meetingTime: "6:00 PM" },
    { meetingTime: "10:15 AM" },
    { meetingTime: "10:00 am" },
    { meetingTime: "banana" },
    { meetingDate: "2026-11-20", meetingTime: "10:30 AM" },
  ];
  for (const changes of refused) {
    const answer = await book(site, changes);
    expect(answer.statusCode, JSON.stringify(changes)).toBe(400);
    expect(answer.json()).toMatchObject({ code: "slot_not_offered", fields: { meetingTime: expect.any(String) } });
  }
});

test("every problem of a form is named at once, with the words of the form", async () => {
  const site = await startSite();
  const answer = await post(site, "/api/bookings", {
    firstName: "  ",
    email: "not-an-address",
    phone: "call me",
    propertyAddress: { street: "", state: "DC", zipCode: "1234" },
    meetingDate: "2027-02-30",
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().code).toBe("invalid_input");
  expect(answer.json().fields).toMatchObject({
    firstName: "First name is required",
    lastName: "Last name is required",
    email: "Please enter a valid email address",
    phone: "Please enter a valid phone number",
    "propertyAddress.street": "Street address is required",
    "propertyAddress.city": "City is required",
    "propertyAddress.state": "Please choose a state",
    "propertyAddress.zipCode": "Please enter a valid ZIP code",
    meetingDate: "Please choose a date",
  });
});

test("a repeat with the same Idempotency-Key gets the first answer, another body 422", async () => {
  const site = await startSite();
  const key = { headers: { "idempotency-key": "3f0c2a" } };
  const first = await book(site, {}, key);
  const repeats = await Promise.all([book(site, {}, key), book(site, {}, key)]);
  for (const repeat of repeats) expect(repeat.json()).toEqual(first.json());
  const other = await book(site, { firstName: "Other" }, key);
  expect(other.statusCode).toBe(422);
  expect(other.json().code).toBe("idempotency_mismatch");
  expect(await site.database.read.selectFrom("bookings").select("id").execute()).toHaveLength(1);
});

test("two requests with one Idempotency-Key at the same instant make one booking", async () => {
  const site = await startSite(OFF);
  const key = { headers: { "idempotency-key": "double-click" } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => book(site, {}, key)));
  expect(new Set(answers.map((answer) => answer.json().bookingId)).size).toBe(1);
  expect(answers.every((answer) => answer.statusCode === 201)).toBe(true);
});

test("the key of a refused request can be used again, and a key is forgotten after a day", async () => {
  const site = await startSite();
  const key = { headers: { "idempotency-key": "again" } };
  await book(site, { email: "first@example.com" });
  expect((await book(site, {}, key)).statusCode).toBe(409);
  const second = await book(site, { meetingTime: "11:00 AM" }, key);
  expect(second.statusCode).toBe(201);
  site.clock.advance(24 * 3600 + 1);
  const third = await book(site, { meetingTime: "11:30 AM" }, key);
  expect(third.statusCode).toBe(201);
  expect(third.json().bookingId).not.toBe(second.json().bookingId);
});

async function detailsOf(site: TestSite, id: string) {
  const admin = await addSignedIn(site, { email: `reader-of-${id}@example.com` });
  return (await admin.call("GET", `/api/bookings/${id}/details`)).json().booking;
}

test("consent is kept as the text that was shown, with when, where and on what", async () => {
  const site = await startSite();
  const { bookingId } = (await book(site, {}, { headers: { "user-agent": "Test Browser" } })).json();
  const { consent } = await detailsOf(site, bookingId);
  expect(consent).toEqual({
    version: "2026-11",
    text: recordOf("booking", shownNow(currentFacts())),
    at: "2026-11-20T15:00:00.000Z",
    address: "127.0.0.1",
    userAgent: "Test Browser",
  });
  expect(consent.text).toMatch(/^I agree to be contacted about my property\. By ticking this box I ask Porchlight/);

  const unknown = await book(site, { consent: { agreed: true, version: "1999-01" }, meetingTime: "11:00 AM" });
  expect(unknown.statusCode).toBe(400);
  const without = await book(site, { consent: undefined, meetingTime: "11:00 AM" });
  expect(without.statusCode).toBe(201);
});

test("consent names the company as the visitor's page did, also if it has another name since", async () => {
  const site = await startSite();
  await publishFacts(site, (facts) => ({ ...facts, company: { ...facts.company, name: "Another Name" } }));
  const consent = { agreed: true, version: PERMISSION_WORDS.version } as const;
  const opened = await bookMeeting(site, { consent: { ...consent, siteVersion: 1 } });
  const now = await bookMeeting(site, { consent: { ...consent, siteVersion: 2 }, meetingTime: "11:00 AM" });
  const textOf = async ({ id }: { id: string }) => (await detailsOf(site, id)).consent.text;
  const asShownBy = (name: string) => recordOf("booking", { name, words: PERMISSION_WORDS });
  expect(await textOf(opened)).toBe(asShownBy(seedFacts().company.name));
  expect(await textOf(now)).toBe(asShownBy("Another Name"));
  const unknown = await book(site, { consent: { ...consent, siteVersion: 3 }, meetingTime: "12:00 PM" });
  expect([unknown.statusCode, unknown.json().fields]).toEqual([400, { "consent.version": "Unknown consent text" }]);
});

test("where the visitor came from is kept, and what is malformed in it is dropped", async () => {
  const site = await startSite();
  const source = {
    first: { utmSource: "postcard", utmCampaign: "fall", landingPage: "/", at: "2026-11-01T10:00:00.000Z", evil: "x" },
    last: { utmSource: 7, referrer: "https://search.example/\u0000", landingPage: "/about", at: "yesterday" },
  };
  const { bookingId } = (await book(site, { source })).json();
  const row = await site.database.read
    .selectFrom("bookings")
    .selectAll()
    .where("id", "=", bookingId)
    .executeTakeFirst();
  expect(row).toMatchObject({
    first_utm_source: "postcard",
    first_utm_campaign: "fall",
    first_landing_page: "/",
    last_utm_source: null,
    last_referrer: null,
    last_landing_page: "/about",
    last_at: null,
  });
  for (const junk of ["text", 7, null, [], { first: "x", last: [1] }]) {
    const answer = await book(site, {
      source: junk,
      meetingTime: "2:00 PM",
      email: `${Math.random()}@example.com`,
      phone: `555${String(Math.random()).slice(2, 9)}`,
    });
    expect([201, 409]).toContain(answer.statusCode);
  }
});

test("a bot that fills the honeypot gets success, and nothing is stored", async () => {
  const site = await startSite();
  const answer = await book(site, { website: "https://spam.example" });
  expect(answer.statusCode).toBe(201);
  expect(answer.json().bookingId).toMatch(/^[0-9a-z]{26}$/);
  expect(await site.database.read.selectFrom("bookings").select("id").execute()).toHaveLength(0);
});

test("the eleventh post of an address within ten minutes waits, refused forms not counted", async () => {
  const site = await startSite();
  for (let post = 0; post < 10; post++) {
    await book(site, { firstName: "" });
    const answer = await book(site, {
      email: `p${post}@example.com`,
      phone: `217555${1000 + post}`,
      meetingTime: slotNumber(post),
    });
    expect(answer.statusCode).toBe(201);
  }
  const answer = await book(site, { email: "p11@example.com", phone: "2175552000", meetingTime: slotNumber(11) });
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(500);
  site.clock.advance(601);
  expect(
    (await book(site, { email: "p11@example.com", phone: "2175552000", meetingTime: slotNumber(11) })).statusCode,
  ).toBe(201);
});

test("refusals for a taken slot count against the address too", async () => {
  const site = await startSite();
  await book(site);
  const statuses = [];
  for (let post = 0; post < 10; post++)
    statuses.push((await book(site, { email: `${post}@example.com`, phone: `217555300${post}` })).statusCode);
  expect(statuses).toEqual([...Array(9).fill(409), 429]);
});

test("one person holds at most three meetings ahead, by e-mail or by phone", async () => {
  const site = await startSite();
  for (let meeting = 0; meeting < 3; meeting++) {
    const answer = await book(site, {
      meetingTime: slotNumber(meeting),
      email: "Same@Example.com",
      phone: `217555400${meeting}`,
    });
    expect(answer.statusCode).toBe(201);
  }
  const byEmail = await book(site, { meetingTime: slotNumber(5), email: "same@example.COM", phone: "2175554999" });
  expect(byEmail.json().code).toBe("too_many_open_bookings");
  const byTaggedEmail = await book(site, {
    meetingTime: slotNumber(5),
    email: "same+again@example.com",
    phone: "2175554999",
  });
  expect(byTaggedEmail.body).toBe(byEmail.body);
  const byPhone = await book(site, {
    meetingTime: slotNumber(5),
    email: "other@example.com",
    phone: "+1 (217) 555-4001",
  });
  expect(byPhone.statusCode).toBe(201);
  site.clock.set("2026-11-27T15:00:00.000Z");
  const afterwards = await book(site, { meetingDate: "2026-11-30", email: "same@example.com", phone: "2175554999" });
  expect(afterwards.statusCode).toBe(201);
});

test("a person who holds too many meetings is refused in the same words by e-mail and by phone, five times an hour", async () => {
  const site = await startSite();
  for (let meeting = 0; meeting < 3; meeting++)
    await book(site, { meetingTime: slotNumber(meeting), email: "same@example.com", phone: "2175554001" });
  const from = (remoteAddress: string, changes: object) =>
    book(site, { meetingTime: slotNumber(9), ...changes }, { remoteAddress });
  const byEmail = { email: "same@example.com", phone: "2175559001" };
  const byPhone = { email: "other@example.com", phone: "2175554001" };
  const answers = [];
  for (const changes of [byEmail, byPhone, byEmail, byPhone, byEmail, byPhone])
    answers.push(await from("198.51.100.7", changes));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409, 429]);
  expect(new Set(answers.slice(0, 5).map(({ body }) => body)).size).toBe(1);
  expect(answers[0]?.json()).toMatchObject({
    code: "too_many_open_bookings",
    message: "Please call us to arrange another meeting.",
  });
  expect(Number(answers[5]?.headers["retry-after"])).toBeGreaterThan(3000);
  // Other people at the same address are still served, and other addresses too.
  const colleague = { email: "colleague@example.com", phone: "2175559002" };
  expect((await from("198.51.100.7", colleague)).statusCode).toBe(201);
  expect((await from("198.51.100.8", byEmail)).json().code).toBe("too_many_open_bookings");
  site.clock.advance(3601);
  expect((await from("198.51.100.7", byEmail)).json().code).toBe("too_many_open_bookings");
});

test("parallel posts of one person do not slip past the cap", async () => {
  const site = await startSite();
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, meeting) => book(site, { meetingTime: slotNumber(meeting) })),
  );
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(3);
});

test("an id that is malformed gets the answer of an unknown one", async () => {
  const site = await startSite();
  const unknown = await site.app.inject("/api/bookings/00000000000000000000000000");
  for (const id of ["x", "%00", "..%2f..%2fetc", "a".repeat(150), "00000000000000000000000000'"]) {
    const answer = await site.app.inject(`/api/bookings/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toBe(unknown.body);
  }
});

test("thirty days after the meeting its link shows nothing any more", async () => {
  const site = await startSite();
  const { id, token } = await bookMeeting(site, { meetingDate: "2026-11-25" });
  const look = (path: string) => site.app.inject(`/api/bookings/${id}${path}`);
  const manage = (act: string) => post(site, `/api/manage-meeting/${act}`, { token, sequence: 0 });
  site.clock.set("2026-12-25T18:00:00.000Z");
  expect((await look("")).statusCode).toBe(200);
  expect((await manage("look-up")).statusCode).toBe(200);
  site.clock.set("2026-12-26T18:00:00.000Z");
  for (const path of ["", "/invite.ics"]) expect((await look(path)).json()).toMatchObject({ code: "not_found" });
  const stopped = await post(site, `/stop-reminders/${id}`);
  expect(stopped.json()).toMatchObject({ code: "not_found" });
  for (const act of ["look-up", "cancel"]) expect((await manage(act)).json()).toMatchObject({ code: "not_found" });
});

test("a public call does not look at Authorization", async () => {
  const site = await startSite();
  for (const authorization of ["Bearer junk", "Bearer ", "Basic x", "Bearer a.b.c"]) {
    const slots = await site.app.inject({
      url: "/api/bookings/available-slots?date=2026-11-25",
      headers: { authorization },
    });
    expect(slots.statusCode).toBe(200);
  }
  expect((await book(site, {}, { headers: { authorization: "Bearer junk" } })).statusCode).toBe(201);
});

/** The label of the nth slot of a weekday. */
function slotNumber(index: number): string {
  const minutes = 9 * 60 + index * 30;
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}
