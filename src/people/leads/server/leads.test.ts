import { expect, test } from "vitest";
import { addSignedIn } from "#test/accounts.ts";
import { book, bookMeeting, sendContactMessage } from "#test/requests.ts";
import { databaseOf, startSite, type TestSite } from "#test/server.ts";

const ELM = { street: "1422 Elm Street", city: "Springfield", state: "IL", zipCode: "62704" };
const OAK = { street: "9 Oak Avenue", city: "Springfield", state: "IL", zipCode: "62701" };
const RENEE = "renee@example.com";
const PHONE = "(217) 555-0142";

async function siteWithAdmin() {
  const site = await startSite({ env: { RATE_LIMIT: "off" } });
  const dana = await addSignedIn(site);
  let hour = 9;
  /** At the next free hour of one day. */
  const meet = (changes: object = {}) => bookMeeting(site, { meetingTime: hourOf(hour++), ...changes });
  const search = async (text: string) =>
    (await dana.call("GET", `/api/people/search?search=${encodeURIComponent(text)}`)).json().people;
  const pageOf = async (text: string) => {
    const [found] = await search(text);
    return (await dana.call("GET", `/api/people/${found._id}`)).json();
  };
  const detailsOf = async (id: string) => (await dana.call("GET", `/api/bookings/${id}/details`)).json().booking;
  return { site, ...dana, meet, search, pageOf, detailsOf };
}

test("a booking begins a lead, and what the same person sends about the same property belongs to it", async () => {
  const { site, meet, pageOf } = await siteWithAdmin();
  await meet({ email: "Renee@Example.com", propertyAddress: ELM });
  await meet({ email: RENEE, propertyAddress: { ...ELM, street: "1422  elm st.", zipCode: "62704-1234" } });
  await sendContactMessage(site, { email: RENEE, name: "Renée", phone: PHONE });
  const { leads, events } = await pageOf(RENEE);
  expect(leads).toMatchObject([
    { place: "1422 Elm Street, Springfield, IL 62704", stage: "Meeting set", isOpen: true, inquiries: 3 },
  ]);
  expect(events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind !== "permission")).toEqual([
    "message",
    "booking",
    "booking",
  ]);
});

test("another property of the same person is another lead", async () => {
  const { meet, pageOf } = await siteWithAdmin();
  await meet({ email: RENEE, propertyAddress: ELM });
  await meet({ email: RENEE, propertyAddress: OAK });
  await meet({ email: RENEE, propertyAddress: { ...ELM, zipCode: "60601" } });
  const { leads } = await pageOf(RENEE);
  expect(leads.map(({ place }: { place: string }) => place).sort()).toEqual([
    "1422 Elm Street, Springfield, IL 60601",
    "1422 Elm Street, Springfield, IL 62704",
    "9 Oak Avenue, Springfield, IL 62701",
  ]);
});

test("a message begins a lead without a property, which the booking that follows names", async () => {
  const { site, meet, pageOf } = await siteWithAdmin();
  await sendContactMessage(site, { email: RENEE, name: "Renée" });
  expect((await pageOf(RENEE)).leads).toMatchObject([{ stage: "New", isOpen: true, inquiries: 1 }]);
  await meet({ email: RENEE, propertyAddress: OAK });
  const { leads } = await pageOf(RENEE);
  expect(leads).toMatchObject([{ stage: "Meeting set", inquiries: 2, place: "9 Oak Avenue, Springfield, IL 62701" }]);
});

test("an ended lead takes no inquiry: the next begins another", async () => {
  const { site, meet, pageOf } = await siteWithAdmin();
  await meet({ email: RENEE, propertyAddress: ELM });
  await site.database.transaction((trx) =>
    trx.updateTable("leads").set({ stage: "Lost", lost_reason: "price", is_open: 0 }).execute(),
  );
  await meet({ email: RENEE, propertyAddress: ELM });
  const { leads } = await pageOf(RENEE);
  expect(leads.map(({ stage, inquiries }: { stage: string; inquiries: number }) => [stage, inquiries]).sort()).toEqual([
    ["Lost", 1],
    ["Meeting set", 1],
  ]);
});

test("a stage follows the meeting: held, taken back, cancelled and moved", async () => {
  const { call, site, meet, pageOf } = await siteWithAdmin();
  const { id } = await meet({ email: RENEE });
  const stageAfter = async (change: object) => {
    const answer = await call("PATCH", `/api/bookings/${id}/status`, change);
    expect(answer.statusCode, answer.body).toBe(200);
    return (await pageOf(RENEE)).leads[0].stage;
  };
  expect(await stageAfter({ status: "Cancelled" })).toBe("New");
  expect(await stageAfter({ status: "Scheduled" })).toBe("Meeting set");
  expect(await stageAfter({ status: "Completed" })).toBe("Met");
  expect(await stageAfter({ status: "Scheduled" })).toBe("Meeting set");
  expect(await stageAfter({ status: "Completed" })).toBe("Met");
  const lines = await site.database.read
    .selectFrom("history")
    .select(["actor", "action", "detail"])
    .where("subject_kind", "=", "lead")
    .orderBy("id")
    .execute();
  expect(lines.map(({ detail }) => JSON.parse(detail ?? "").to)).toEqual([
    "New",
    "Meeting set",
    "Met",
    "Meeting set",
    "Met",
  ]);
  expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set(["dana@example.com"]));
});

test("a meeting that is cancelled leaves the stage where another meeting of the lead is on", async () => {
  const { call, meet, pageOf } = await siteWithAdmin();
  const { id } = await meet({ email: RENEE });
  await meet({ email: RENEE });
  await call("PATCH", `/api/bookings/${id}/status`, { status: "Cancelled" });
  expect((await pageOf(RENEE)).leads).toMatchObject([{ stage: "Meeting set" }]);
});

test("a first contact makes a new lead contacted, and taken back new again", async () => {
  const { call, site, pageOf } = await siteWithAdmin();
  await sendContactMessage(site, { email: RENEE, name: "Renée" });
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  const mark = (contacted: boolean) =>
    call("PATCH", `/api/contact/admin/submissions/${contacts[0]._id}/first-contact`, { contacted });
  expect((await mark(true)).statusCode).toBe(200);
  expect((await pageOf(RENEE)).leads).toMatchObject([{ stage: "Contacted" }]);
  await mark(false);
  expect((await pageOf(RENEE)).leads).toMatchObject([{ stage: "New" }]);
});

test("a corrected address moves the inquiry to its right person, with its notes", async () => {
  const { call, meet, detailsOf, search, pageOf } = await siteWithAdmin();
  const { id } = await meet({ email: "rene@example.com", propertyAddress: ELM });
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "Call after six." });
  await meet({ email: RENEE, propertyAddress: OAK });
  const { version, firstName, lastName, propertyAddress, phone } = await detailsOf(id);
  const correction = { version, firstName, lastName, propertyAddress, phone, email: RENEE };
  expect((await call("PATCH", `/api/bookings/${id}/correction`, correction)).statusCode).toBe(200);
  expect(await search("rene@example.com")).toEqual([]);
  const { leads, events } = await pageOf(RENEE);
  expect(leads).toHaveLength(2);
  expect(events).toContainEqual(expect.objectContaining({ kind: "note", text: "Call after six." }));
});

test("the notes of a record are a thread: each with its author and time, and none is lost", async () => {
  const { call, site, meet, detailsOf } = await siteWithAdmin();
  const tom = await addSignedIn(site, { email: "tom@example.com" });
  const { id } = await meet();
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "The roof leaks." });
  site.clock.advance(60);
  await tom.call("PUT", `/api/bookings/${id}/notes`, { notes: "The roof leaks badly." });
  site.clock.advance(60);
  await call("PUT", `/api/bookings/${id}/notes`, { notes: "" });
  const { notes, leadId } = await detailsOf(id);
  expect(notes).toBeUndefined();
  site.clock.advance(60);
  await call("POST", `/api/leads/${leadId}/notes`, { text: "Ask for the deed." });
  const thread = (await call("GET", `/api/leads/${leadId}/notes`)).json().notes;
  expect(thread.map(({ author, text }: { author: string; text: string }) => [author, text])).toEqual([
    ["dana@example.com", "Ask for the deed."],
    ["dana@example.com", ""],
    ["tom@example.com", "The roof leaks badly."],
    ["dana@example.com", "The roof leaks."],
  ]);
  await expect(
    site.database.transaction((trx) => trx.updateTable("notes").set({ text: "Nothing." }).execute()),
  ).rejects.toThrow("only ever added to");
});

test("a message that is deleted takes its lead and its person with it, unless something else is known of them", async () => {
  const { call, site, meet, search } = await siteWithAdmin();
  await sendContactMessage(site, { email: "jack@example.com", name: "Jack" });
  await sendContactMessage(site, { email: RENEE, name: "Renée" });
  await meet({ email: RENEE });
  const { contacts } = (await call("GET", "/api/contact/admin/submissions")).json();
  for (const { _id } of contacts) await call("DELETE", `/api/contact/admin/submissions/${_id}`);
  expect(await search("jack")).toEqual([]);
  expect(await search(RENEE)).toHaveLength(1);
  expect(await leadsIn(site)).toMatchObject([{ inquiries: 1 }]);
});

test("ten bookings and messages of one person at once, from two processes, are of one lead", async () => {
  const { site, pageOf } = await siteWithAdmin();
  const other = await startSite({ env: { RATE_LIMIT: "off", ...databaseOf(site) } });
  const answers = await Promise.all(
    [9, 10, 11, 12, 13].flatMap((hour, index) => {
      const at = index % 2 ? site : other;
      return [
        book(at, { email: RENEE, propertyAddress: ELM, meetingTime: hourOf(hour) }),
        sendContactMessage(index % 2 ? other : site, { email: RENEE, name: "Renée", message: `Message ${index}` }),
      ];
    }),
  );
  for (const answer of answers) if (answer) expect(answer.statusCode, answer.body).toBe(201);
  const { leads } = await pageOf(RENEE);
  expect(leads).toMatchObject([{ inquiries: 10 }]);
});

function hourOf(hour: number): string {
  return `${hour > 12 ? hour - 12 : hour}:00 ${hour < 12 ? "AM" : "PM"}`;
}

async function leadsIn({ database }: TestSite) {
  return database.read.selectFrom("leads").selectAll().execute();
}
