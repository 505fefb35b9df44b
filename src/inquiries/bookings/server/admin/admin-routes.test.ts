import { expect, test } from "vitest";
import { type AdminBooking, MEETING_TYPE_FILTERS, PROPERTY_TYPE_FILTERS } from "#inquiries/bookings/admin.ts";
import { addSignedIn } from "#test/accounts.ts";
import { type BookingChanges, newBooking } from "#test/people.ts";
import { bookMeeting } from "#test/requests.ts";
import { startSite, type TestSite } from "#test/server.ts";

const OFF = { env: { RATE_LIMIT: "off" } };
const TIMES = ["9:00 AM", "9:30 AM", "10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM", "1:00 PM"];

/** Books each meeting at the next free time of Wednesday by default. */
async function bookAll(site: TestSite, ...bookings: BookingChanges[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, changes] of bookings.entries()) {
    ids.push((await bookMeeting(site, { meetingTime: TIMES[index], ...changes })).id);
    site.clock.advance(1);
  }
  return ids;
}

async function signedInSite() {
  const site = await startSite(OFF);
  const { call } = await addSignedIn(site);
  const list = async (query = ""): Promise<AdminBooking[]> => {
    const answer = await call("GET", `/api/bookings/list${query}`);
    expect(answer.statusCode, `${query}: ${answer.body}`).toBe(200);
    return answer.json().bookings;
  };
  const firstNames = async (query: string) => (await list(query)).map(({ firstName }) => firstName);
  const setStatus = (id: string, body: object) => call("PATCH", `/api/bookings/${id}/status`, body);
  return { site, call, list, firstNames, setStatus };
}

test("admins see bookings newest first, whole, and a page at a time", async () => {
  const { site, call, list } = await signedInSite();
  const ids = await bookAll(site, { source: { first: { utmSource: "google" } } }, {}, {});
  const answer = (await call("GET", "/api/bookings/list?limit=2")).json();
  expect(answer.bookings.map(({ _id }: AdminBooking) => _id)).toEqual([ids[2], ids[1]]);
  expect(answer.pagination).toEqual({
    currentPage: 1,
    totalPages: 2,
    totalItems: 3,
    itemsPerPage: 2,
    hasNextPage: true,
    hasPrevPage: false,
  });
  const [oldest] = await list("?limit=2&page=2");
  expect(oldest).toEqual({
    ...newBookingAsShown(),
    _id: ids[0],
    leadId: expect.stringMatching(/^[0-9a-z]{26}$/),
    meetingTime: "9:00 AM",
    status: "Scheduled",
    version: 1,
    source: { first: { utmSource: "google" } },
    waitingSince: expect.stringMatching(/Z$/),
    consent: expect.objectContaining({
      text: expect.stringContaining("I agree to be contacted"),
      address: "127.0.0.1",
    }),
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  });
  const past = (await call("GET", "/api/bookings/list?page=9")).json();
  expect(past).toMatchObject({ bookings: [], pagination: { hasPrevPage: true, hasNextPage: false, totalItems: 3 } });
});

function newBookingAsShown() {
  const { consent: _, ...shown } = newBooking();
  return shown;
}

test("bookings are found by any part of name, e-mail and phone", async () => {
  const { site, firstNames } = await signedInSite();
  await bookAll(
    site,
    { firstName: "José", lastName: "Núñez", email: "jose@example.com", phone: "(555) 010-0123" },
    { firstName: "Ann", lastName: "O'Hara", email: "ann_100%@example.com", phone: "217-555-0199" },
    { firstName: "Bo", lastName: "Li", email: "555bo@example.com", phone: "312 555 7777" },
  );
  const find = (search: string) => firstNames(`?search=${encodeURIComponent(search)}`);
  expect(await find("josé nú")).toEqual(["José"]);
  expect(await find("NUNEZ")).toEqual(["José"]);
  expect(await find("EXAMPLE.com")).toEqual(["Bo", "Ann", "José"]);
  expect(await find("010-01")).toEqual(["José"]);
  expect(await find("555-0199")).toEqual(["Ann"]);
  expect(await find("(312) 555")).toEqual(["Bo"]);
  expect(await find("+1 312.555")).toEqual(["Bo"]);
  expect(await find("555")).toEqual(["Bo", "Ann", "José"]);
  expect(await find("555b")).toEqual(["Bo"]);
  expect(await find("77")).toEqual(["Bo"]);
  expect(await find("li")).toEqual(["Bo"]);
  expect(await find("%")).toEqual(["Ann"]);
  expect(await find("_")).toEqual(["Ann"]);
  expect(await find("o'h")).toEqual(["Ann"]);
  expect(await find("'")).toEqual(["Ann"]);
  expect(await find('"')).toEqual([]);
  expect(await find("*")).toEqual([]);
  expect(await find("nunez jose")).toEqual([]);
});

test("every filter finds what it stands for, alone, together and with a search", async () => {
  const { site, call, list, firstNames, setStatus } = await signedInSite();
  const propertyTypes = Object.values(PROPERTY_TYPE_FILTERS).flat();
  const meetingTypes = Object.values(MEETING_TYPE_FILTERS).flat();
  const ids = await bookAll(
    site,
    ...propertyTypes.map((propertyType, index) => ({
      propertyType,
      meetingType: meetingTypes[index % meetingTypes.length],
      firstName: `Person${index}`,
      email: `person${index}@example.com`,
    })),
  );
  for (const [label, values] of Object.entries(PROPERTY_TYPE_FILTERS)) {
    const found = await list(`?propertyType=${encodeURIComponent(label)}`);
    expect(found.map(({ propertyType }) => propertyType).sort(), label).toEqual([...values].sort());
  }
  for (const [label, values] of Object.entries(MEETING_TYPE_FILTERS))
    for (const { meetingType } of await list(`?meetingType=${encodeURIComponent(label)}`))
      expect(values, label).toContain(meetingType);
  expect(await list("?meetingType=In-Person%20Meeting")).toHaveLength(4);
  expect(await list("?propertyType=condo")).toHaveLength(1);
  await setStatus(ids[0] ?? "", { status: "Cancelled" });
  expect(await firstNames("?status=Cancelled")).toEqual(["Person0"]);
  expect(await list("?status=Scheduled")).toHaveLength(ids.length - 1);
  expect(await firstNames("?status=Scheduled&search=person1")).toEqual(["Person1"]);
  expect(await firstNames("?status=Cancelled&search=person1")).toEqual([]);
  expect(await firstNames("?status=Cancelled&search=pe")).toEqual(["Person0"]);
  for (const unknown of ["status=Confirmed", "meetingType=Fax", "propertyType=Castle", "page=0", "limit=101"])
    expect((await call("GET", `/api/bookings/list?${unknown}`)).statusCode, unknown).toBe(400);
});

test("the statistics follow every change", async () => {
  const { site, call, setStatus } = await signedInSite();
  const stats = async () => (await call("GET", "/api/bookings/stats")).json();
  const none = {
    success: true,
    total: 0,
    scheduled: 0,
    confirmed: 0,
    completed: 0,
    cancelled: 0,
    noShows: 0,
    rescheduled: 0,
  };
  expect(await stats()).toEqual(none);
  const [a = "", b = "", c = ""] = await bookAll(site, {}, {}, {}, {});
  await setStatus(a, { status: "Completed" });
  await setStatus(b, { status: "Cancelled" });
  await setStatus(c, { status: "Rescheduled" });
  expect(await stats()).toEqual({ ...none, total: 4, scheduled: 1, completed: 1, cancelled: 1, rescheduled: 1 });
});

test("cancelling frees the slot; reopening the booking is refused once the slot is taken", async () => {
  const { site, setStatus } = await signedInSite();
  const [first = ""] = await bookAll(site, {});
  expect((await setStatus(first, { status: "Cancelled" })).json().booking.status).toBe("Cancelled");
  const [second = ""] = await bookAll(site, { email: "second@example.com" });
  for (const status of ["Scheduled", "Completed", "Rescheduled"]) {
    const answer = await setStatus(first, { status });
    expect(answer.statusCode, status).toBe(409);
    expect(answer.json()).toMatchObject({
      code: "slot_taken",
      message: "Nov 25, 2026, 9:00 AM is held by another booking now. Nothing was changed.",
    });
  }
  await setStatus(second, { status: "Cancelled" });
  expect((await setStatus(first, { status: "Scheduled" })).statusCode).toBe(200);
});

test("two cancelled bookings reopened at the same instant: one gets the slot", async () => {
  const { site, setStatus } = await signedInSite();
  const [first = ""] = await bookAll(site, {});
  await setStatus(first, { status: "Cancelled" });
  const [second = ""] = await bookAll(site, { email: "second@example.com" });
  await setStatus(second, { status: "Cancelled" });
  const answers = await Promise.all([first, second].map((id) => setStatus(id, { status: "Scheduled" })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test("Rescheduled moves the meeting to an offered time and frees the old one", async () => {
  const { site, setStatus } = await signedInSite();
  const [id = "", other = ""] = await bookAll(site, {}, {});
  const answer = await setStatus(id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "4:00 PM" });
  expect(answer.json().booking).toMatchObject({
    status: "Rescheduled",
    meetingDate: "2026-11-27",
    meetingTime: "4:00 PM",
  });
  const slots = async (date: string) =>
    (await site.app.inject(`/api/bookings/available-slots?date=${date}`)).json().slots;
  expect(await slots("2026-11-25")).toContain("9:00 AM");
  expect(await slots("2026-11-27")).not.toContain("4:00 PM");
  const mails = await site.database.read
    .selectFrom("mails")
    .select("kind")
    .where("record_id", "=", id)
    .where("kind", "=", "booking-rescheduled")
    .execute();
  expect(mails).toHaveLength(1);

  const taken = await setStatus(other, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "4:00 PM" });
  expect(taken.statusCode).toBe(409);
  expect(taken.json().code).toBe("slot_taken");
  for (const [meetingDate, meetingTime] of [
    ["2026-11-29", "9:00 AM"],
    ["2026-11-27", "4:15 PM"],
    ["2026-02-30", "9:00 AM"],
    ["2026-11-19", "9:00 AM"],
  ]) {
    const refused = await setStatus(other, { status: "Rescheduled", meetingDate, meetingTime });
    expect(refused.statusCode, meetingDate).toBe(400);
    expect(refused.json().code).toBe("slot_not_offered");
  }
  const half = await setStatus(other, { status: "Rescheduled", meetingDate: "2026-11-27" });
  expect(half.json()).toMatchObject({ code: "invalid_input", fields: { meetingTime: expect.any(String) } });
  const ignored = await setStatus(other, { status: "Completed", meetingDate: "2026-11-29", meetingTime: "9:00 AM" });
  expect(ignored.json().booking).toMatchObject({ status: "Completed", meetingDate: "2026-11-25" });
});

test("a cancelled meeting is rescheduled to its own time as long as that is free", async () => {
  const { site, setStatus } = await signedInSite();
  const [id = ""] = await bookAll(site, {});
  await setStatus(id, { status: "Cancelled" });
  const answer = await setStatus(id, { status: "Rescheduled", meetingDate: "2026-11-25", meetingTime: "9:00 AM" });
  expect(answer.json().booking).toMatchObject({ status: "Rescheduled", meetingTime: "9:00 AM" });
  const seat = await site.database.read.selectFrom("bookings").select("seat").where("id", "=", id).execute();
  expect(seat).toMatchObject([{ seat: 0 }]);
});

test("a status change without notes keeps them; the notes call replaces and clears them", async () => {
  const { site, call, setStatus } = await signedInSite();
  const [id = ""] = await bookAll(site, {});
  const saveNotes = async (notes: string) => (await call("PUT", `/api/bookings/${id}/notes`, { notes })).json().booking;
  expect(await saveNotes("Gate code 4711\nDog")).toMatchObject({ notes: "Gate code 4711\nDog", version: 2 });
  expect((await setStatus(id, { status: "Completed", notes: "  " })).json().booking.notes).toBe("Gate code 4711\nDog");
  expect((await setStatus(id, { status: "Completed", notes: "Sold" })).json().booking.notes).toBe("Sold");
  expect(await saveNotes("")).not.toHaveProperty("notes");
  expect((await call("PUT", `/api/bookings/${id}/notes`, {})).statusCode).toBe(400);
  expect((await call("PUT", `/api/bookings/${id}/notes`, { notes: "x".repeat(10_001) })).statusCode).toBe(400);
});

test("the second of two admins on one booking gets a conflict and the current state", async () => {
  const { site, call, setStatus } = await signedInSite();
  const [id = ""] = await bookAll(site, {});
  await setStatus(id, { status: "Completed", version: 1 });
  const late = await setStatus(id, { status: "Cancelled", notes: "mine", version: 1 });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({
    code: "changed_meanwhile",
    booking: { _id: id, status: "Completed", version: 2 },
  });
  expect((await call("PUT", `/api/bookings/${id}/notes`, { notes: "mine", version: 1 })).statusCode).toBe(409);
  expect((await call("PUT", `/api/bookings/${id}/notes`, { notes: "mine", version: 2 })).statusCode).toBe(200);
  const [one, two] = await Promise.all(
    ["Cancelled", "Scheduled"].map((status) => setStatus(id, { status, version: 3 })),
  );
  expect([one?.statusCode, two?.statusCode].sort()).toEqual([200, 409]);
});

test("the history of a booking says who did what", async () => {
  const { site, call, setStatus } = await signedInSite();
  const [id = ""] = await bookAll(site, {});
  await setStatus(id, { status: "Rescheduled", meetingDate: "2026-11-27", meetingTime: "4:00 PM", notes: "Asked to" });
  await setStatus(id, { status: "Rescheduled" });
  const { history } = (await call("GET", `/api/bookings/${id}/history`)).json();
  const line = { at: site.clock.now().toISOString(), actor: "dana@example.com" };
  expect(history).toEqual([
    { ...line, action: "notes" },
    { ...line, action: "moved", from: "Nov 25, 2026, 9:00 AM", to: "Nov 27, 2026, 4:00 PM" },
    { ...line, action: "status", from: "Scheduled", to: "Rescheduled" },
    { at: expect.any(String), actor: "visitor", action: "created" },
  ]);
});

test("the CSV holds every booking that matches, as a spreadsheet can safely open it", async () => {
  const { site, call, setStatus } = await signedInSite();
  const [first = "", second = ""] = await bookAll(
    site,
    {
      firstName: "=cmd()",
      lastName: 'De "Big" Smith, Jr.',
      phone: "-217 555 0100",
      additionalInfo: "Line one\nLine two",
      source: { first: { utmSource: "@sum", landingPage: "/about", referrer: "https://example.org/x" } },
    },
    { consent: undefined },
    { propertyType: "land", email: "land@example.com" },
  );
  await setStatus(second, { status: "Cancelled", notes: "+1 to this" });
  const answer = await call("GET", "/api/bookings/export/csv?propertyType=Single%20Family");
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe('attachment; filename="bookings_export_2026-11-20.csv"');
  expect(answer.body.startsWith("\uFEFFBooking ID,First name,")).toBe(true);
  const records = parseCsv(answer.body.slice(1));
  expect(records.map((record) => record["Booking ID"])).toEqual([second, first]);
  expect(records[1]).toMatchObject({
    "First name": "'=cmd()",
    "Last name": 'De "Big" Smith, Jr.',
    Phone: "'-217 555 0100",
    "ZIP code": "02134",
    "Property type": "Single Family",
    "Current situation": "Inherited Property",
    "Meeting type": "In person at the property",
    "Meeting date": "2026-11-25",
    "Meeting time": "9:00 AM",
    Status: "Scheduled",
    Notes: "",
    "Additional info": "Line one\nLine two",
    Consent: expect.stringContaining("I agree to be contacted"),
    "First source": "'@sum",
    "Landing page": "/about",
    Referrer: "https://example.org/x",
  });
  expect(records[0]).toMatchObject({ Status: "Cancelled", Notes: "'+1 to this", Consent: "", "Consent at": "" });
  const exported = await site.database.read
    .selectFrom("history")
    .selectAll()
    .where("action", "=", "exported")
    .execute();
  expect(exported).toMatchObject([
    { actor: "dana@example.com", detail: '{"to":"filtered by propertyType=single-family"}' },
  ]);
  const searched = await call("GET", "/api/bookings/export/csv?search=land@ex");
  expect(parseCsv(searched.body.slice(1)).map(({ Email }) => Email)).toEqual(["land@example.com"]);
});

/** RFC 4180, strictly: throws on a stray quote. */
function parseCsv(text: string): Record<string, string>[] {
  const records: string[][] = [];
  let record: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) throw new Error("This is no CSV.");
    record.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === ",") continue;
    records.push(record);
    record = [];
  }
  const [head = [], ...rows] = records;
  for (const row of rows) expect(row).toHaveLength(head.length);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""])));
}
